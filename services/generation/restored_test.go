package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// hang has the provider respond nothing until the test ends.
func (w *environment) hang(t *testing.T) {
	drawing := make(chan struct{})
	t.Cleanup(func() { close(drawing) })
	w.provider.mu.Lock()
	defer w.provider.mu.Unlock()
	w.provider.respond = func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-drawing:
		case <-r.Context().Done():
		}
	}
}

// TestStopOpenJobsAfterRestore has waiting jobs, one of them with a call that a dead worker left open,
// and one with a provider call: all end, no call is made for them again, and the open calls count as
// paid, also in the metrics, which are those of the process: it is not parallel.
// Verifies OPS-14.
func TestStopOpenJobsAfterRestore(t *testing.T) {
	w, operator, acts := newOperatorClient(t, "WORKERS=1")
	ctx := t.Context()
	w.hang(t)
	var ids []string
	for range 3 {
		job, err := w.client.CreateJob(withVisitor(ctx, uuid.NewString()), surfing())
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, job.GetId())
	}
	testkit.Eventually(t, "the provider draws", func() bool { return w.provider.calls() == 1 })
	testkit.Exec(t, w.pool, `INSERT INTO ai_calls (id, job_id, price_micro_usd, state, kind, model, entry)
		VALUES (gen_random_uuid(), $1, 30000, 'sent', 'meme', 'lost', 'a/lost')`, ids[1])
	r, err := operator.StopOpenJobs(ctx, &generationv1.StopOpenJobsRequest{Note: "restored"})
	if err != nil || r.GetStopped() != 3 {
		t.Fatalf("%v, %v", r, err)
	}
	testkit.CheckComplete(t, r)
	if again, err := operator.StopOpenJobs(ctx, &generationv1.StopOpenJobsRequest{}); err != nil ||
		again.GetStopped() != 0 {
		t.Errorf("again: %v, %v", again, err)
	}
	for _, id := range ids {
		seen, err := w.client.WaitJob(withVisitor(ctx, ""), &generationv1.WaitJobRequest{JobId: id})
		if err != nil || seen.GetState() != generationv1.JobState_JOB_STATE_CANCELLED {
			t.Errorf("the visitor sees %v, %v", seen, err)
		}
	}
	testkit.Eventually(t, "the open calls are paid and nothing is reserved", func() bool {
		b, err := operator.GetBudget(ctx, &generationv1.GetBudgetRequest{})
		return err == nil && b.GetSpentMicroUsd() == 70_000 && b.GetReservedMicroUsd() == 0
	})
	_, metrics := testkit.Send(t, http.DefaultClient, http.MethodGet, w.OpsURL("/metrics"), "")
	for model, dollars := range map[string]string{"dall-e-3": "0.04", "lost": "0.03"} {
		cost := fmt.Sprintf(`mcwick_ai_cost_total{gen_ai_request_model=%q,kind="meme",outcome="unknown"} %s`, model,
			dollars)
		if !strings.Contains(string(metrics), cost) {
			t.Errorf("the metrics lack %s", cost)
		}
	}
	if n := w.provider.calls(); n != 1 {
		t.Errorf("the provider was called %d times", n)
	}
	if diff := cmp.Diff([]string{"ada cancel-open-jobs 3 from " + ids[0] + " restored"}, acts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Verifies OPS-14.
func TestRaiseSpentNeverLowers(t *testing.T) {
	t.Parallel()
	w, operator, acts := newOperatorClient(t)
	ctx := t.Context()
	w.createMeme(t)
	today := time.Now().UTC().Format(time.DateOnly)
	yesterday := time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	for _, c := range []struct {
		day              string
		requested, spent int64
	}{{"", 20_000, 40_000}, {today, 24_970_000, 24_970_000}, {"", 0, 24_970_000}, {yesterday, 70_000, 70_000}} {
		b, err := operator.RaiseSpent(ctx,
			&generationv1.RaiseSpentRequest{Day: c.day, SpentMicroUsd: c.requested, Note: "the bill"})
		if err != nil || b.GetSpentMicroUsd() != c.spent || b.GetReservedMicroUsd() != 0 ||
			b.GetBudgetMicroUsd() != 25_000_000 {
			t.Errorf("%+v: %v, %v", c, b, err)
		}
	}
	if _, err := w.client.CreateJob(withVisitor(ctx, uuid.NewString()), surfing()); fault.From(err) == nil ||
		fault.From(err).Reason != "BUDGET_SPENT" {
		t.Errorf("a picture costs more than is left: %v", err)
	}
	for _, bad := range []*generationv1.RaiseSpentRequest{
		{SpentMicroUsd: -1}, {SpentMicroUsd: 10_000_000_001}, {Day: "yesterday"},
		{Day: time.Now().UTC().AddDate(0, 0, 2).Format(time.DateOnly)},
		{Day: time.Now().UTC().AddDate(0, 0, -32).Format(time.DateOnly)},
	} {
		if _, err := operator.RaiseSpent(ctx, bad); fault.From(err) == nil ||
			fault.From(err).Reason != "SPENT_INVALID" {
			t.Errorf("%v: %v", bad, err)
		}
	}
	if got := acts(); len(got) != 4 || got[0] != "ada raise-spent "+yesterday+" 70000 the bill" {
		t.Errorf("%q", got)
	}
}

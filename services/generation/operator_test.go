package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/generation"
)

// newOperatorClient returns an environment with an operator's client, and a function that lists her
// recorded acts.
func newOperatorClient(
	t *testing.T, settings ...string,
) (w *environment, operator generationv1.GenerationOperatorServiceClient, acts func() []string) {
	t.Helper()
	w = newEnvironment(t, settings...)
	conn := w.DialOperator(t, "token-a")
	return w, generationv1.NewGenerationOperatorServiceClient(conn), func() (lines []string) {
		t.Helper()
		r, err := operatorv1.NewOperatorServiceClient(conn).ListActs(t.Context(), &operatorv1.ListActsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range r.GetActs() {
			lines = append(lines, a.GetOperator()+" "+a.GetAct()+" "+a.GetSubject()+" "+a.GetNote())
		}
		return lines
	}
}

// Verifies MOD-9.
func TestSetBudget(t *testing.T) {
	t.Parallel()
	w, operator, acts := newOperatorClient(t)
	ctx := t.Context()
	before, err := operator.GetBudget(ctx, &generationv1.GetBudgetRequest{})
	if err != nil || before.GetBudgetMicroUsd() != 25_000_000 || before.GetConfiguredMicroUsd() != 25_000_000 ||
		before.GetPictureMicroUsd() != 40_000 || before.GetDay() == "" {
		t.Fatalf("before the day has begun: %v, %v", before, err)
	}
	for _, bad := range []int64{-1, 10_000_000_001} {
		if _, err := operator.SetBudget(ctx,
			&generationv1.SetBudgetRequest{BudgetMicroUsd: bad}); fault.From(err) == nil ||
			fault.From(err).Reason != "BUDGET_INVALID" {
			t.Errorf("%d: %v", bad, err)
		}
	}
	set, err := operator.SetBudget(ctx, &generationv1.SetBudgetRequest{BudgetMicroUsd: 40_000, Note: "one picture"})
	if err != nil || set.GetBudgetMicroUsd() != 40_000 || set.GetConfiguredMicroUsd() != 25_000_000 {
		t.Fatalf("%v, %v", set, err)
	}
	w.createMeme(t)
	if _, err := w.client.CreateJob(withVisitor(ctx, uuid.NewString()), surfing()); !errors.Is(err,
		generation.ErrBudget) {
		t.Errorf("a second picture: %v", err)
	}
	if _, err := operator.SetBudget(ctx, &generationv1.SetBudgetRequest{BudgetMicroUsd: 80_000}); err != nil {
		t.Fatal(err)
	}
	w.createMeme(t)
	if diff := cmp.Diff([]string{"ada set-budget 80000 ", "ada set-budget 40000 one picture"}, acts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	testkit.Eventually(t, "both pictures are spent", func() bool {
		b, err := operator.GetBudget(ctx, &generationv1.GetBudgetRequest{})
		return err == nil && b.GetSpentMicroUsd() == 80_000 && b.GetReservedMicroUsd() == 0
	})
	r, err := operator.ListSpending(ctx, &generationv1.ListSpendingRequest{})
	if err != nil || len(r.GetSpending()) != 1 {
		t.Fatalf("%v, %v", r, err)
	}
	day := r.GetSpending()[0]
	testkit.CheckComplete(t, day)
	if day.GetDay() != before.GetDay() || day.GetKind() != generationv1.JobKind_JOB_KIND_MEME ||
		day.GetModel() != "dall-e-3" || day.GetCalls() != 2 || day.GetMicroUsd() != 80_000 {
		t.Errorf("got %v", day)
	}
	if _, err := operator.ListSpending(ctx, &generationv1.ListSpendingRequest{Days: 91}); fault.From(err) == nil ||
		fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("a quarter and more: %v", err)
	}
}

// Verifies MOD-9.
func TestStopJob(t *testing.T) {
	t.Parallel()
	w, operator, acts := newOperatorClient(t)
	ctx := t.Context()
	drawing := make(chan struct{})
	t.Cleanup(func() { close(drawing) })
	w.provider.mu.Lock()
	w.provider.respond = func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-drawing:
		case <-r.Context().Done():
		}
	}
	w.provider.mu.Unlock()
	job, err := w.client.CreateJob(withVisitor(ctx, uuid.NewString()), surfing())
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the provider draws", func() bool { return w.provider.calls() == 1 })
	running, err := operator.ListJobs(ctx,
		&generationv1.ListJobsRequest{State: generationv1.JobState_JOB_STATE_RUNNING})
	if err != nil || len(running.GetJobs()) != 1 || running.GetJobs()[0].GetId() != job.GetId() ||
		running.GetJobs()[0].GetVisitor() != "ann" ||
		running.GetJobs()[0].GetAttempt() != 1 ||
		running.GetJobs()[0].GetKind() != generationv1.JobKind_JOB_KIND_MEME ||
		running.GetJobs()[0].GetCreateTime() == nil {
		t.Errorf("%v, %v", running, err)
	}
	if _, err := operator.StopJob(ctx, &generationv1.StopJobRequest{JobId: job.GetId(), Note: "too hot"}); err != nil {
		t.Fatal(err)
	}
	seen, err := w.client.WaitJob(withVisitor(ctx, ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
	if err != nil || seen.GetState() != generationv1.JobState_JOB_STATE_CANCELLED {
		t.Errorf("the visitor sees %v, %v", seen, err)
	}
	for _, id := range []string{job.GetId(), uuid.NewString(), "x"} {
		if _, err := operator.StopJob(ctx, &generationv1.StopJobRequest{JobId: id}); !errors.Is(err,
			generation.ErrJobEnded) {
			t.Errorf("%s again: %v", id, err)
		}
	}
	if diff := cmp.Diff([]string{"ada cancel-job " + job.GetId() + " too hot"}, acts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What a visitor wrote and what a provider said of it reach no answer to an operator, whatever
// became of the job, so that neither mcwickctl nor the console can show it.
// Verifies MOD-95.
func TestOperatorsSeeNoWordsOfJobs(t *testing.T) {
	t.Parallel()
	const word = "zebrawax"
	w, operator, acts := newOperatorClient(t)
	ctx := t.Context()
	meme := &generationv1.MemeInput{Action: word + " surfing", Scene: "a sea of " + word, Style: word}
	drawn := w.awaitSuccess(t, &generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Meme{Meme: meme}})
	w.provider.respondWith(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		rw.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(rw, `{"error":{"message":"do not write of `+word+`","type":"invalid_request_error"}}`)
	})
	failed := w.awaitSuccess(t, &generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Script{
		Script: &generationv1.ScriptInput{Text: "a house of " + word, Genre: generationv1.Genre_GENRE_HORROR}}})
	if drawn.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED ||
		failed.GetState() != generationv1.JobState_JOB_STATE_FAILED {
		t.Fatalf("%v and %v", drawn, failed)
	}
	list, err := operator.ListJobs(ctx, &generationv1.ListJobsRequest{})
	if err != nil || len(list.GetJobs()) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	spending, err := operator.ListSpending(ctx, &generationv1.ListSpendingRequest{})
	if err != nil {
		t.Fatal(err)
	}
	pressure, err := operator.GetPressure(ctx, &generationv1.GetPressureRequest{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = operator.StopJob(ctx, &generationv1.StopJobRequest{JobId: failed.GetId()})
	for _, said := range []string{list.String(), spending.String(), pressure.String(), fmt.Sprint(err),
		fmt.Sprint(acts())} {
		if strings.Contains(said, word) {
			t.Errorf("an operator reads %s", said)
		}
	}
}

func TestListJobsPagination(t *testing.T) {
	t.Parallel()
	w, operator, _ := newOperatorClient(t)
	for range 5 {
		w.createMeme(t)
	}
	seen, last := make(map[string]bool), "z"
	for cursor, more := "", true; more; more = cursor != "" {
		r, err := operator.ListJobs(t.Context(), &generationv1.ListJobsRequest{PageSize: 2, Cursor: cursor})
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range r.GetJobs() {
			if j.GetId() >= last {
				t.Errorf("%s comes after %s", j.GetId(), last)
			}
			seen[j.GetId()], last = true, j.GetId()
		}
		cursor = r.GetNextCursor()
	}
	if len(seen) != 5 {
		t.Errorf("%d jobs", len(seen))
	}
	if r, err := operator.ListJobs(t.Context(),
		&generationv1.ListJobsRequest{State: generationv1.JobState_JOB_STATE_FAILED}); err != nil ||
		len(r.GetJobs()) != 0 {
		t.Errorf("failed: %v, %v", r, err)
	}
}

package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/rpc"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

const offensive = wallv1.EntryReportReason_ENTRY_REPORT_REASON_OFFENSIVE

// listComplaints returns the open complaints.
func (w *environment) listComplaints(t testing.TB) []*wallv1.Complaint {
	t.Helper()
	r, err := w.operator.ListComplaints(t.Context(), &wallv1.ListComplaintsRequest{PageSize: 100})
	if err != nil {
		t.Fatal(err)
	}
	return r.GetComplaints()
}

// Verifies SORT-11.
func TestReportsOfOneEntryAreGrouped(t *testing.T) {
	w := newEnvironment(t)
	id := w.newEntry(t, "@wick")
	var all sync.WaitGroup
	for i := range 10 {
		caller := rpc.CallerFrom(newVisitor(t))
		caller.Lane = fmt.Sprint("network", i%5) // two devices each, which count once
		device := rpc.WithCaller(t.Context(), caller)
		for range 4 {
			all.Go(func() {
				r := &wallv1.ReportEntryRequest{EntryId: id, Reason: offensive, Note: fmt.Sprintf(" by %d ", i)}
				if _, err := w.visitors.ReportEntry(device, r); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	waiting := w.listComplaints(t)
	if len(waiting) != 1 {
		t.Fatalf("%d wait", len(waiting))
	}
	c := waiting[0]
	if c.GetEntryId() != id || c.GetWall() != flame || c.GetXHandle() != "@wick" || c.GetReason() != offensive ||
		c.GetRepeats() != 4 ||
		!strings.HasPrefix(c.GetNote(), "by ") || c.GetPlace() != "" {
		t.Errorf("%v", c)
	}
	if _, err := w.otherOperator.SettleComplaint(t.Context(),
		&wallv1.SettleComplaintRequest{ComplaintId: c.GetId(), Note: "harmless"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.operator.SettleComplaint(t.Context(),
		&wallv1.SettleComplaintRequest{ComplaintId: c.GetId()}); !errors.Is(err, wall.ErrComplaintNotFound) {
		t.Errorf("settled again: %v", err)
	}
	if acts := w.listDecisions(t); len(w.listComplaints(t)) != 0 || acts[0] != "lin ACT_SETTLE @wick" {
		t.Errorf("%v, %v", w.listComplaints(t), acts)
	}
	if _, err := w.visitors.ReportEntry(newVisitor(t),
		&wallv1.ReportEntryRequest{EntryId: id, Reason: offensive}); err != nil || len(w.listComplaints(t)) != 1 {
		t.Errorf("another device, after that: %v", err)
	}
}

// Verifies SORT-12, REQ-3.
func TestTakedownRequestIsIdempotent(t *testing.T) {
	w := newEnvironment(t)
	ctx := newVisitor(t)
	r := &wallv1.RequestTakedownRequest{Place: " /gallery/1 ", Reason: "It is my face", XHandle: "wick"}
	for range 3 {
		if _, err := w.visitors.RequestTakedown(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	waiting := w.listComplaints(t)
	if len(waiting) != 1 || waiting[0].GetPlace() != "/gallery/1" || waiting[0].GetNote() != "It is my face" ||
		waiting[0].GetXHandle() != "@wick" ||
		waiting[0].GetEntryId() != "" || waiting[0].GetReason() != 0 {
		t.Fatalf("%v", waiting)
	}
	kept, err := w.pool.Exec(t.Context(),
		`UPDATE intents SET idempotency_key = upper(idempotency_key) WHERE visitor = $1`, rpc.CallerFrom(ctx).Visitor)
	if err != nil || kept.RowsAffected() != 1 {
		t.Fatalf("%v, %v", kept, err)
	}
	if _, err := w.visitors.RequestTakedown(ctx, r); err != nil || len(w.listComplaints(t)) != 1 {
		t.Errorf("a key that an older release stored in upper case: %v, %v", w.listComplaints(t), err)
	}
	r.Reason = "It is my other face"
	if _, err := w.visitors.RequestTakedown(ctx, r); !errors.Is(err, idempotency.ErrKeyReused) {
		t.Errorf("the key for something else: %v", err)
	}
	r.XHandle = ""
	if _, err := w.visitors.RequestTakedown(newVisitor(t), r); err != nil || len(w.listComplaints(t)) != 2 {
		t.Errorf("without a handle: %v", err)
	}
	if _, err := w.operator.SettleComplaint(t.Context(),
		&wallv1.SettleComplaintRequest{ComplaintId: waiting[0].GetId()}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"ada ACT_SETTLE @wick"}, w.listDecisions(t)); diff != "" {
		t.Error(diff)
	}
}

func TestInvalidComplaintChangesNothing(t *testing.T) {
	w := newEnvironment(t)
	id := w.newEntry(t, "@wick")
	report := func(id string, reason wallv1.EntryReportReason, note string) error {
		_, err := w.visitors.ReportEntry(newVisitor(t),
			&wallv1.ReportEntryRequest{EntryId: id, Reason: reason, Note: note})
		return err
	}
	takedown := func(place, reason, handle string) error {
		_, err := w.visitors.RequestTakedown(newVisitor(t),
			&wallv1.RequestTakedownRequest{Place: place, Reason: reason, XHandle: handle})
		return err
	}
	for name, c := range map[string]struct {
		err   error
		field string
	}{
		"no reason":              {report(id, 0, ""), "reason"},
		"an unknown reason":      {report(id, 9, ""), "reason"},
		"a long note":            {report(id, offensive, strings.Repeat("n", 401)), "note"},
		"a blank place":          {takedown("  ", "my face", ""), "place"},
		"an invisible place":     {takedown("\u200b\u2060", "my face", ""), "place"},
		"an invisible reason":    {takedown("/wall", " \u200d\u3164 ", ""), "reason"},
		"a long place":           {takedown(strings.Repeat("p", 301), "my face", ""), "place"},
		"no reason to remove it": {takedown("/wall", "", ""), "reason"},
		"a long reason":          {takedown("/wall", strings.Repeat("w", 401), ""), "reason"},
		"an empty handle":        {takedown("/wall", "my face", "not a handle"), "xHandle"},
	} {
		f := fault.From(c.err)
		if f == nil || f.Kind != fault.KindInvalid || len(f.Fields) != 1 || f.Fields[0].Name != c.field ||
			f.Message == "" {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	for _, id := range []string{"", "x", "7c9e6679-7425-40de-944b-e07fc1f90ae7"} {
		if err := report(id, offensive, ""); !errors.Is(err, wall.ErrEntryNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if _, err := w.visitors.ReportEntry(t.Context(),
		&wallv1.ReportEntryRequest{EntryId: id, Reason: offensive}); err == nil {
		t.Error("no visitor")
	}
	if n := w.count(t, "complaints") + w.count(t, "entry_reporters"); n != 0 {
		t.Errorf("%d rows", n)
	}
}

package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/cases/casestest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

const offensive = wallv1.EntryReportReason_ENTRY_REPORT_REASON_OFFENSIVE

// report has a settled device report an entry as personal.
func (w *environment) report(t *testing.T, id string) error {
	t.Helper()
	by := rpc.Caller{Visitor: "bob", Lane: "network of bob", Standing: rpc.StandingSettled}
	_, err := w.visitors.ReportEntry(rpc.WithCaller(t.Context(), by), &wallv1.ReportEntryRequest{EntryId: id,
		Reason: wallv1.EntryReportReason_ENTRY_REPORT_REASON_PERSONAL, Note: " not true \n"})
	return err
}

// Verifies SORT-11, WALL-19.
func TestReportsGoToTheModerationService(t *testing.T) {
	w, moderation := newModerated(t)
	id := w.newEntry(t, "@wick")
	if err := w.report(t, id); err != nil {
		t.Fatal(err)
	}
	moderation.CheckReported(t, &moderationv1.ReportSubjectRequest{
		Details: &moderationv1.SubjectDetails{
			Subject: &moderationv1.Subject{Kind: moderationv1.SubjectKind_SUBJECT_KIND_WALL_ENTRY, Id: id},
			Text:    "@wick\nWall of Flame\nBecause of @wick",
		},
		Report: &moderationv1.SubjectReport{Reason: moderationv1.Reason_REASON_PERSON, Note: "not true", Device: "bob",
			Lane: "network of bob", IsSettled: true},
	})
	if n := w.count(t, "complaints") + w.count(t, "entry_reporters"); n != 0 {
		t.Errorf("%d rows are stored here", n)
	}
}

// Verifies MOD-41.
func TestReportFailsWhileModerationIsAway(t *testing.T) {
	w, moderation := newModerated(t)
	id := w.newEntry(t, "@wick")
	moderation.Fail(fault.ErrUnavailable)
	if err := w.report(t, id); !errors.Is(err, cases.ErrReportsAway) || fault.From(err).RetryAfter == 0 {
		t.Errorf("unreachable: %v", err)
	}
	moderation.Fail(fault.Invalid("REPORT_INVALID", fault.Field{Name: "note", Message: "no"}))
	if err := w.report(t, id); fault.From(err).Reason != "REPORT_INVALID" {
		t.Errorf("what it rejects is no outage: %v", err)
	}
	alone := newEnvironment(t)
	if err := alone.report(t, alone.newEntry(t, "@wick")); !errors.Is(err, cases.ErrReportsAway) {
		t.Errorf("without an address: %v", err)
	}
}

func TestInvalidReportChangesNothing(t *testing.T) {
	w, moderation := newModerated(t)
	id := w.newEntry(t, "@wick")
	report := func(id string, reason wallv1.EntryReportReason, note string) error {
		_, err := w.visitors.ReportEntry(newVisitor(t),
			&wallv1.ReportEntryRequest{EntryId: id, Reason: reason, Note: note})
		return err
	}
	for name, c := range map[string]struct {
		err   error
		field string
	}{
		"no reason":         {report(id, 0, ""), "reason"},
		"an unknown reason": {report(id, 9, ""), "reason"},
		"a long note":       {report(id, offensive, strings.Repeat("n", 401)), "note"},
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
	if sent := casestest.Calls[*moderationv1.ReportSubjectRequest](moderation); len(sent) != 0 {
		t.Errorf("sent %v", sent)
	}
}

// Verifies SORT-12.
func TestTakedownRequestsOfTheLastReleaseGoToTheModerationService(t *testing.T) {
	w, moderation := newModerated(t)
	r := &wallv1.RequestTakedownRequest{Place: "/gallery/1", Reason: "It is my face", XHandle: "wick"}
	if _, err := w.visitors.RequestTakedown(newVisitor(t), r); err != nil {
		t.Fatal(err)
	}
	want := &moderationv1.RequestTakedownRequest{Place: "/gallery/1", Reason: "It is my face", XHandle: "wick"}
	got := casestest.Calls[*moderationv1.RequestTakedownRequest](moderation)
	if len(got) != 1 || cmp.Diff(want, got[0], protocmp.Transform()) != "" {
		t.Errorf("sent %v", got)
	}
	anonymous := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "v"})
	if _, err := w.visitors.RequestTakedown(anonymous, r); fault.From(err).Reason != "IDEMPOTENCY_KEY_REQUIRED" {
		t.Errorf("without a key: %v", err)
	}
	moderation.Fail(fault.ErrUnavailable)
	if _, err := w.visitors.RequestTakedown(newVisitor(t), r); !errors.Is(err, cases.ErrReportsAway) {
		t.Errorf("unreachable: %v", err)
	}
	if n := w.count(t, "complaints"); n != 0 {
		t.Errorf("%d are stored here", n)
	}
}

// TestMovedCallsNameTheirSuccessor calls what operators' programs of the last release call.
// Verifies MOD-44.
func TestMovedCallsNameTheirSuccessor(t *testing.T) {
	w := newEnvironment(t)
	id := w.newEntry(t, "@wick")
	for _, method := range []string{"WithdrawEntry", "ListComplaints", "SettleComplaint", "SettleLaneComplaints"} {
		// All requests have a text as the first field.
		err := w.DialOperator(t, "token-a").Invoke(t.Context(), "/wall.v1.WallOperatorService/"+method,
			&wallv1.BlankBioRequest{EntryId: id}, &emptypb.Empty{})
		if !errors.Is(err, wall.ErrMovedToCases) || !strings.Contains(fault.From(err).Message, "mcwickctl case") {
			t.Errorf("%s: %v", method, err)
		}
	}
	if len(w.listBios(t, flame)) != 1 {
		t.Error("the entry is gone")
	}
}

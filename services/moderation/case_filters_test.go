package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// Verifies MOD-82.
func TestCasesAreFilteredByOpenSignal(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	flagged, reported, decided := newSubject(picture), newSubject(picture), newSubject(picture)
	e.recordVerdict(t, flagged)
	e.report(t, reported, "device", "lane", true)
	e.report(t, decided, "device", "lane", true)
	e.decide(t, decided, leave)
	for name, c := range map[string]struct {
		request *moderationv1.ListCasesRequest
		want    []string
	}{
		"held by a check": {&moderationv1.ListCasesRequest{State: moderationv1.CaseState_CASE_STATE_OPEN,
			Signal: moderationv1.SignalKind_SIGNAL_KIND_VERDICT}, []string{flagged.GetId()}},
		"reported": {&moderationv1.ListCasesRequest{Signal: moderationv1.SignalKind_SIGNAL_KIND_REPORT},
			[]string{reported.GetId()}},
		"of a network": {&moderationv1.ListCasesRequest{Lane: "lane"}, []string{reported.GetId()}},
		"of another":   {&moderationv1.ListCasesRequest{Lane: "another"}, nil},
		"takedown":     {&moderationv1.ListCasesRequest{Signal: moderationv1.SignalKind_SIGNAL_KIND_TAKEDOWN}, nil},
	} {
		if diff := cmp.Diff(c.want, e.list(t, c.request)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

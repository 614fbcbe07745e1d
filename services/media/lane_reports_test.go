package main

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// Verifies SORT-15.
func TestReportsOfOneLaneAreDismissedTogether(t *testing.T) {
	w := newEnvironment(t)
	operatorClient, ctx := w.operator(t, "token-a"), t.Context()
	flooded, both := w.publish(t, "ann", ""), w.publish(t, "ann", "")
	report := func(id, visitor, lane string) {
		t.Helper()
		if err := w.reportFrom(t, id, rpc.Caller{Visitor: visitor, Lane: lane}); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 3 {
		report(flooded.GetId(), fmt.Sprint("bot", n), "-flood")
		report(both.GetId(), fmt.Sprint("bot", n), "-flood")
	}
	report(both.GetId(), "bob", "home")
	listed, err := operatorClient.ListReports(ctx, &mediav1.ListReportsRequest{})
	if err != nil || listed.GetPublications()[0].GetReports()[0].GetLane() != "home" {
		t.Fatalf("%v, %v", listed, err)
	}

	r, err := operatorClient.DismissLaneReports(ctx, &mediav1.DismissLaneReportsRequest{Lane: "-flood", Note: "bots"})
	if err != nil || r.GetDismissed() != 6 || r.GetRemaining() != 0 {
		t.Errorf("%v, %v", r, err)
	}
	if diff := cmp.Diff([]string{"1 " + both.GetId() + " HIDER_UNSPECIFIED"},
		openReports(t, operatorClient, 10)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, lane := range []string{"-flood", "", "nowhere"} {
		_, err := operatorClient.DismissLaneReports(ctx, &mediav1.DismissLaneReportsRequest{Lane: lane})
		if err == nil || fault.From(err).Reason != "NO_OPEN_REPORTS" {
			t.Errorf("%q: %v", lane, err)
		}
	}
	if diff := cmp.Diff([]string{"ada dismiss-lane-reports 6"}, w.audit(t)); diff != "" {
		t.Errorf("the audit (-want +got):\n%s", diff)
	}
}

// Verifies SORT-15.
func TestDismissalOfLaneIsBounded(t *testing.T) {
	w := newEnvironment(t)
	p := w.publish(t, "ann", "")
	db := w.Database(t)
	_, err := db.Exec(t.Context(), `INSERT INTO reports (publication_id, visitor, reason, note, created_at, lane)
		SELECT $1, n, 'spam', '', now(), 'flood' FROM generate_series(1, 1007) n`, p.GetId())
	if err == nil {
		_, err = db.Exec(t.Context(), `UPDATE publications SET open_reports = 1007 WHERE id = $1`, p.GetId())
	}
	if err != nil {
		t.Fatal(err)
	}
	operatorClient := w.operator(t, "token-a")
	for _, want := range [][2]int32{{1000, 7}, {7, 0}} {
		r, err := operatorClient.DismissLaneReports(t.Context(), &mediav1.DismissLaneReportsRequest{Lane: "flood"})
		if err != nil || r.GetDismissed() != want[0] || r.GetRemaining() != want[1] {
			t.Errorf("%v, %v", r, err)
		}
	}
	if left := openReports(t, operatorClient, 10); len(left) != 0 {
		t.Errorf("%v", left)
	}
}

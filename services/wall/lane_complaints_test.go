package main

import (
	"errors"
	"slices"
	"testing"

	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/rpc"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// Verifies SORT-15.
func TestComplaintsOfOneLaneAreSettledTogether(t *testing.T) {
	w := newEnvironment(t)
	flooded, both := w.newEntry(t, "@flooded"), w.newEntry(t, "@both")
	report := func(id, lane string) {
		t.Helper()
		caller := rpc.CallerFrom(newVisitor(t))
		caller.Lane = lane
		if _, err := w.visitors.ReportEntry(rpc.WithCaller(t.Context(), caller),
			&wallv1.ReportEntryRequest{EntryId: id, Reason: offensive}); err != nil {
			t.Fatal(err)
		}
	}
	takedown := func(place, lane string) {
		t.Helper()
		caller := rpc.CallerFrom(newVisitor(t))
		caller.Lane = lane
		if _, err := w.visitors.RequestTakedown(rpc.WithCaller(t.Context(), caller),
			&wallv1.RequestTakedownRequest{Place: place, Reason: "Mine"}); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		report(flooded, "flood")
		report(both, "flood")
		takedown("/spam", "flood")
	}
	report(both, "home")
	takedown("/honest", "home")

	r, err := w.operator.SettleLaneComplaints(t.Context(),
		&wallv1.SettleLaneComplaintsRequest{Lane: "flood", Note: "bots"})
	if err != nil || r.GetSettled() != 4 || r.GetRemaining() != 0 {
		t.Errorf("%v, %v", r, err)
	}
	var left []string
	for _, c := range w.listComplaints(t) {
		left = append(left, c.GetXHandle()+c.GetPlace()+" "+c.GetLane())
	}
	slices.Sort(left)
	if !slices.Equal(left, []string{"/honest home", "@both flood"}) {
		t.Errorf("%q are left", left)
	}
	for _, lane := range []string{"flood", "", "nowhere"} {
		_, err := w.operator.SettleLaneComplaints(t.Context(), &wallv1.SettleLaneComplaintsRequest{Lane: lane})
		if !errors.Is(err, wall.ErrComplaintNotFound) {
			t.Errorf("%q: %v", lane, err)
		}
	}
	acts, err := operatorv1.NewOperatorServiceClient(w.DialOperator(t, "token-l")).ListActs(t.Context(),
		&operatorv1.ListActsRequest{PageSize: 10})
	if err != nil || len(acts.GetActs()) != 1 || acts.GetActs()[0].GetAct() != "settle-lane-complaints" ||
		acts.GetActs()[0].GetSubject() != "4" {
		t.Errorf("%v, %v", acts, err)
	}
}

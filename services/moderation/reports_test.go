package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

func TestReportsOfThreeNetworksHidePictures(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	e.report(t, of, "a1", "lane a", true)
	e.report(t, of, "a1", "lane b", true) // a repeat
	e.report(t, of, "a2", "lane a", true) // of the same network
	e.report(t, of, "b1", "lane b", true)
	for i := range 5 {
		e.report(t, of, fmt.Sprint("new", i), fmt.Sprint("lane new ", i), false) // not settled: they only queue
	}
	c := e.get(t, of)
	if c.GetWeight() != 2 || c.GetOpenSignals() != 8 || len(c.GetDecisions()) != 0 ||
		c.GetState() != moderationv1.CaseState_CASE_STATE_OPEN {
		t.Fatalf("two networks: %v", c)
	}
	e.report(t, of, "c1", "lane c", true)
	e.report(t, of, "d1", "lane d", true) // it is hidden already
	made := e.events(t, of, 1)
	if diff := cmp.Diff("1 ACTION_HIDE REASON_OFFENSIVE  automatic true appeal false", describe(made[0])); diff != "" {
		t.Error(diff)
	}
	c = e.get(t, of)
	if len(c.GetDecisions()) != 1 || c.GetDecisions()[0].GetOperator() != "" ||
		c.GetDecisions()[0].GetApplyTime() != nil ||
		c.GetState() != moderationv1.CaseState_CASE_STATE_OPEN {
		t.Errorf("hidden by reports: %v", c)
	}
}

// A wall entry was approved by an operator, who alone hides it.
func TestReportsHidePicturesAndVideosOnly(t *testing.T) {
	e := newCaseEnvironment(t)
	for kind, want := range map[moderationv1.SubjectKind]int{picture: 1, video: 1, entry: 0} {
		of := newSubject(kind)
		for _, lane := range []string{"a", "b", "c", "d"} {
			e.report(t, of, "device "+lane, "lane "+lane, true)
		}
		if c := e.get(t, of); c.GetWeight() != 4 || len(c.GetDecisions()) != want {
			t.Errorf("%s: %v", kind, c)
		}
		if d, refused := e.decide(t, of, remove); refused != "" || d.GetAction() != remove {
			t.Errorf("an operator removes %s: %v, %q", kind, d, refused)
		}
	}
}

func TestRacingReportsDecideOnce(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	done := make(chan error)
	for i := range 30 {
		go func() {
			_, err := e.owner.ReportSubject(context.Background(), &moderationv1.ReportSubjectRequest{
				Details: &moderationv1.SubjectDetails{Subject: of},
				Report: &moderationv1.SubjectReport{Reason: offensive, Device: fmt.Sprint(i), Lane: fmt.Sprint(i),
					IsSettled: true}})
			done <- err
		}()
	}
	for range 30 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if c := e.get(t, of); len(c.GetDecisions()) != 1 || c.GetOpenSignals() != 30 || c.GetWeight() != 30 {
		t.Errorf("got %v", c)
	}
}

func TestReportsNeverHideWhatOperatorsCleared(t *testing.T) {
	e := newCaseEnvironment(t)
	for name, first := range map[string][]moderationv1.Action{"left": {leave}, "restored": {hide, restore}} {
		of := newSubject(picture)
		e.report(t, of, "first", "lane first", true)
		for _, action := range first {
			if _, refused := e.decide(t, of, action); refused != "" {
				t.Fatal(refused)
			}
		}
		for i := range 5 {
			e.report(t, of, fmt.Sprint("device", i), fmt.Sprint("lane", i), true)
		}
		if c := e.get(t, of); len(c.GetDecisions()) != len(first) || c.GetOpenSignals() != 5 {
			t.Errorf("%s: %v", name, c)
		}
	}
}

func TestFalseReportersLoseWeight(t *testing.T) {
	e := newCaseEnvironment(t)
	weigh := func() float64 {
		of := newSubject(picture)
		e.report(t, of, "serial", "lane serial", true)
		return e.get(t, of).GetWeight()
	}
	decide := func(action moderationv1.Action) {
		of := newSubject(picture)
		e.report(t, of, "serial", "lane serial", true)
		if _, refused := e.decide(t, of, action); refused != "" {
			t.Fatal(refused)
		}
	}
	got := []float64{weigh()}
	for _, action := range []moderationv1.Action{leave, leave, hide, leave} {
		decide(action)
		got = append(got, weigh())
	}
	if diff := cmp.Diff([]float64{1, 0.5, 0.333, 0.5, 0.4}, got); diff != "" {
		t.Error(diff)
	}
	// Three of them hide nothing that one honest network would not.
	of := newSubject(picture)
	e.report(t, of, "serial", "lane serial", true)
	e.report(t, of, "honest", "lane honest", true)
	e.report(t, of, "honest too", "lane honest too", true)
	if c := e.get(t, of); len(c.GetDecisions()) != 0 {
		t.Errorf("a false reporter hides a picture: %v", c)
	}
}

// TestFalseReportsWeighOnNewDevicesOfTheirLane has a lane from which each report is another device's.
// Verifies MOD-99.
func TestFalseReportsWeighOnNewDevicesOfTheirLane(t *testing.T) {
	e := newCaseEnvironment(t)
	weigh := func(device, lane string) float64 {
		t.Helper()
		of := newSubject(picture)
		e.report(t, of, device, lane, true)
		return e.get(t, of).GetWeight()
	}
	report := func(device, lane string, action moderationv1.Action) {
		t.Helper()
		of := newSubject(picture)
		e.report(t, of, device, lane, true)
		if _, refused := e.decide(t, of, action); refused != "" {
			t.Fatal(refused)
		}
	}
	report("honest", "elsewhere", hide)
	got := []float64{weigh("new 0", "farm")}
	for n := range 5 {
		report(fmt.Sprint("farmed ", n), "farm", leave)
		got = append(got, weigh(fmt.Sprint("new ", n+1), "farm"))
	}
	// What was wrong is not hidden behind reports that wait.
	of := newSubject(picture)
	for n := range 110 {
		e.report(t, of, fmt.Sprint("waiting ", n), "farm", true)
	}
	got = append(got, weigh("new", "farm"), weigh("honest", "farm"), weigh("new", "elsewhere"), weigh("new", ""))
	if diff := cmp.Diff([]float64{1, 0.5, 0.333, 0.25, 0.25, 0.25, 0.25, 1, 1, 1}, got); diff != "" {
		t.Error(diff)
	}
}

// TestWrongReportsStayCounted has a network's reports closed without a decision, as a flood of them is.
// Verifies MOD-99.
func TestWrongReportsStayCounted(t *testing.T) {
	e := newCaseEnvironment(t)
	for name, closeReports := range map[string]func(lane string, of *moderationv1.Subject) error{
		"dismissed": func(lane string, _ *moderationv1.Subject) error {
			_, err := e.operator.DismissLane(t.Context(), &moderationv1.DismissLaneRequest{Lane: lane})
			return err
		},
		"withdrawn": func(_ string, of *moderationv1.Subject) error {
			_, err := e.owner.ConfirmDecisions(t.Context(),
				&moderationv1.ConfirmDecisionsRequest{Gone: []*moderationv1.Subject{of}})
			return err
		},
	} {
		report := func() *moderationv1.Subject {
			of := newSubject(picture)
			e.report(t, of, uuid.NewString(), name, true)
			return of
		}
		for range 3 {
			e.decide(t, report(), leave)
		}
		of := report()
		testkit.Exec(t, e.Database(t), `INSERT INTO signals (case_id, kind, source, lane, reason, note, x_handle, weight, created_at)
			SELECT id, 'report', 'device ' || n, $2, 'other', '', '', 0, now() FROM cases, generate_series(2, 1000) n
			WHERE subject = $1`, of.GetId(), name)
		if err := closeReports(name, of); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]int32{0, 0, 3}, e.laneReports(t, name)); diff != "" {
			t.Errorf("%s: open, upheld, wrong (-want +got):\n%s", name, diff)
		}
		if weight := e.get(t, report()).GetWeight(); weight != 0.25 {
			t.Errorf("%s: a new device weighs %v", name, weight)
		}
	}
}

// TestNetworkThatWasForgottenCountsOnce has a case stay open for weeks.
// Verifies MOD-125.
func TestNetworkThatWasForgottenCountsOnce(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	var weights []float64
	var due []time.Time
	for n, lane := range []string{"one", "one", "one", "one", "another", "a third", "a fourth"} {
		e.report(t, of, fmt.Sprint("device ", n), lane, true)
		c := e.get(t, of)
		due = append(due, c.GetDueTime().AsTime())
		if weights = append(weights, c.GetWeight()); (len(c.GetDecisions()) > 0) != (lane == "a fourth") {
			t.Errorf("after report %d: %v", n, c.GetDecisions())
		}
		testkit.Exec(t, e.Database(t), `UPDATE signals SET lane = '' WHERE lane = 'one'`)
	}
	if diff := cmp.Diff([]float64{1, 1, 1, 1, 1, 2, 3}, weights); diff != "" {
		t.Error(diff)
	}
	if !due[1].Equal(due[0]) {
		t.Errorf("due at %s by one network, and at %s by the same again", due[0], due[1])
	}
	if _, err := e.operator.DismissLane(t.Context(), &moderationv1.DismissLaneRequest{Lane: "a fourth"}); err != nil {
		t.Fatal(err)
	}
	if weight := e.get(t, of).GetWeight(); weight != 2 {
		t.Errorf("without the last one: %v", weight)
	}
	testkit.Exec(t, e.Database(t), `UPDATE signals SET lane = '' WHERE lane <> 'another'`)
	e.report(t, of, "device without standing", "another", false)
	if weight := e.get(t, of).GetWeight(); weight != 2 {
		t.Errorf("after one that weighs nothing: %v", weight)
	}
}

// TestWhatIsLeftHiddenWasReportedRightly has three networks hide a picture, which an operator leaves as it is.
// Verifies MOD-99.
func TestWhatIsLeftHiddenWasReportedRightly(t *testing.T) {
	e := newCaseEnvironment(t)
	for name, actions := range map[string][]moderationv1.Action{"once": {leave}, "twice": {leave, leave}} {
		of := newSubject(picture)
		lanes := []string{"first " + name, "second " + name, "third " + name}
		for _, lane := range lanes {
			e.report(t, of, "device of "+lane, lane, true)
		}
		for _, action := range actions {
			if _, refused := e.decide(t, of, action); refused != "" {
				t.Fatal(refused)
			}
			e.report(t, of, uuid.NewString(), lanes[0], true)
		}
		for _, lane := range lanes {
			next := newSubject(picture)
			e.report(t, next, uuid.NewString(), lane, true)
			if weight := e.get(t, next).GetWeight(); weight != 1 {
				t.Errorf("%s: a new device of %s weighs %v", name, lane, weight)
			}
			if counted := e.laneReports(t, lane); counted[1] != 0 || counted[2] != 0 {
				t.Errorf("%s: of %s are %v open, upheld and wrong", name, lane, counted)
			}
		}
	}
}

// laneReports returns what became of the reports of a network.
func (e *caseEnvironment) laneReports(t *testing.T, lane string) []int32 {
	t.Helper()
	r, err := e.operator.GetLaneReports(t.Context(), &moderationv1.GetLaneReportsRequest{Lane: lane})
	if err != nil {
		t.Fatal(err)
	}
	return []int32{r.GetOpen(), r.GetUpheld(), r.GetWrong()}
}

// Verifies MOD-76.
func TestReportsOfALaneAreCountedByWhatBecameOfThem(t *testing.T) {
	e := newCaseEnvironment(t)
	report := func() *moderationv1.Subject {
		of := newSubject(picture)
		e.report(t, of, uuid.NewString(), "lane history", true)
		return of
	}
	report()
	for _, action := range []moderationv1.Action{hide, remove, leave} {
		e.decide(t, report(), action)
	}
	// A flood hides no outcome.
	testkit.Exec(t, e.Database(t), `INSERT INTO signals (case_id, kind, source, lane, reason, note, x_handle, weight, created_at)
		SELECT id, 'report', 'device ' || n, 'lane history', 'other', '', '', 0, now()
		FROM (SELECT id FROM cases LIMIT 1) one, generate_series(1, 1000) n`)
	other := newSubject(picture)
	e.report(t, other, uuid.NewString(), "another lane", true)
	if diff := cmp.Diff([]int32{1001, 2, 1}, e.laneReports(t, "lane history")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int32{0, 0, 0}, e.laneReports(t, "")); diff != "" {
		t.Error("no lane", diff)
	}
}

// Verifies MOD-23, SORT-15.
func TestReportsOfALaneAreDismissedTogether(t *testing.T) {
	e := newCaseEnvironment(t)
	var flooded []*moderationv1.Subject
	for i := range 3 {
		of := newSubject(picture)
		e.report(t, of, fmt.Sprint("flood", i), "lane flood", true)
		flooded = append(flooded, of)
	}
	e.report(t, flooded[0], "honest", "lane honest", true)
	before := e.get(t, flooded[0]).GetDueTime().AsTime()
	r, err := e.operator.DismissLane(t.Context(), &moderationv1.DismissLaneRequest{Lane: "lane flood", Note: "a flood"})
	if err != nil || r.GetDismissed() != 3 || r.GetRemaining() != 0 {
		t.Errorf("%v, %v", r, err)
	}
	if c := e.get(t, flooded[0]); c.GetWeight() != 1 || c.GetOpenSignals() != 1 ||
		!c.GetDueTime().AsTime().After(before) ||
		c.GetState() != moderationv1.CaseState_CASE_STATE_OPEN {
		t.Errorf("with another report: %v", c)
	}
	if c := e.get(t, flooded[1]); c.GetWeight() != 0 || c.GetState() != moderationv1.CaseState_CASE_STATE_CLOSED {
		t.Errorf("without: %v", c)
	}
	_, err = e.operator.DismissLane(t.Context(), &moderationv1.DismissLaneRequest{Lane: "lane flood"})
	if f := fault.From(err); f == nil || f.Reason != "LANE_REPORTS_NOT_FOUND" {
		t.Errorf("again: %v", err)
	}
}

// Verifies MOD-123.
func TestTakedownRequestsOfALaneAreDismissedTogether(t *testing.T) {
	e := newCaseEnvironment(t)
	reported := newSubject(picture)
	e.report(t, reported, "device", "flood", true)
	for n, lane := range []string{"flood", "flood", "flood", "another"} {
		ctx := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: fmt.Sprint(n), Lane: lane, IdempotencyKey: "key"})
		if _, err := e.owner.RequestTakedown(ctx,
			&moderationv1.RequestTakedownRequest{Place: "all of it", Reason: "that is me"}); err != nil {
			t.Fatal(err)
		}
	}
	waiting := func() []int32 {
		r, err := e.operator.GetLaneReports(t.Context(), &moderationv1.GetLaneReportsRequest{Lane: "flood"})
		if err != nil {
			t.Fatal(err)
		}
		return []int32{r.GetOpen(), r.GetOpenTakedowns()}
	}
	r, err := e.operator.DismissLaneTakedowns(t.Context(), &moderationv1.DismissLaneTakedownsRequest{Lane: "flood"})
	if err != nil || r.GetDismissed() != 3 || r.GetRemaining() != 0 {
		t.Errorf("%v, %v", r, err)
	}
	if diff := cmp.Diff([]int32{1, 0}, waiting()); diff != "" {
		t.Errorf("reports and takedown requests (-want +got):\n%s", diff)
	}
	places := &moderationv1.ListCasesRequest{Kind: moderationv1.SubjectKind_SUBJECT_KIND_PLACE}
	if all := e.list(t, places); len(all) != 4 {
		t.Errorf("of all are %q", all)
	}
	if places.State = moderationv1.CaseState_CASE_STATE_OPEN; len(e.list(t, places)) != 1 {
		t.Errorf("open are %q", e.list(t, places))
	}
}

// Verifies MOD-102.
func TestFloodOfReportsThatWeighNothingIsBounded(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	e.report(t, of, "first", "lane", false)
	testkit.Exec(t, e.Database(t), `INSERT INTO signals (case_id, kind, source, lane, reason, note, x_handle, weight, created_at)
		SELECT id, 'report', 'device ' || n, 'lane ' || n, 'other', '', '', 0, now() FROM cases, generate_series(2, 1000) n
		WHERE subject = $1`, of.GetId())
	testkit.Exec(t, e.Database(t), `UPDATE cases SET open_signals = 1000 WHERE subject = $1`, of.GetId())
	e.report(t, of, "one more", "another lane", false)
	if c := e.get(t, of); c.GetOpenSignals() != 1000 {
		t.Errorf("a report that weighs nothing: %d signals", c.GetOpenSignals())
	}
	e.report(t, of, "settled", "lane of its own", true)
	if c := e.get(t, of); c.GetOpenSignals() != 1001 || c.GetWeight() != 1 {
		t.Errorf("one that does: %d signals, weight %v", c.GetOpenSignals(), c.GetWeight())
	}
	if _, refused := e.decide(t, of, hide); refused != "" || isOpen(e.get(t, of)) {
		t.Errorf("decided: %q", refused)
	}
}

// Verifies MOD-100.
func TestWhatReportsHidWaitsForAnOperatorWhenTheyAreDismissed(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	lanes := []string{uuid.NewString(), uuid.NewString(), uuid.NewString()}
	for _, lane := range lanes {
		e.report(t, of, "flood of "+lane, lane, true)
	}
	hidden := e.get(t, of)
	if hidden.GetStatus() != moderationv1.SubjectStatus_SUBJECT_STATUS_HIDDEN_AUTOMATICALLY {
		t.Fatalf("reported: %v", hidden)
	}
	for _, lane := range lanes {
		if _, err := e.operator.DismissLane(t.Context(), &moderationv1.DismissLaneRequest{Lane: lane}); err != nil {
			t.Fatal(err)
		}
	}
	due := hidden.GetDecisions()[0].GetCreateTime().AsTime().Add(24 * time.Hour)
	checkWaits := func(when string) {
		t.Helper()
		if c := e.get(t, of); !isOpen(c) || c.GetOpenSignals() != 0 || c.GetWeight() != 0 ||
			c.GetDueTime().AsTime().Sub(due).Abs() > time.Second {
			t.Errorf("%s, to be due at %v: %v", when, due, c)
		}
	}
	checkWaits("dismissed")
	const closeCase = `UPDATE cases SET is_open = false, urgency = 0 WHERE subject = $1`
	testkit.Exec(t, e.Database(t), closeCase, of.GetId())
	reopen, err := os.ReadFile("internal/postgres/migrations/00011_waiting_cases.sql")
	if err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, e.Database(t), string(reopen))
	checkWaits("closed by the last release")
	open := &moderationv1.ListCasesRequest{State: moderationv1.CaseState_CASE_STATE_OPEN}
	if listed := e.list(t, open); !slices.Contains(listed, of.GetId()) {
		t.Errorf("open are %q", listed)
	}
	if _, refused := e.decide(t, of, leave); refused != "" || isOpen(e.get(t, of)) {
		t.Errorf("left: %q", refused)
	}
	testkit.Exec(t, e.Database(t), string(reopen))
	if isOpen(e.get(t, of)) {
		t.Error("what an operator left hidden is opened")
	}
	if _, refused := e.decide(t, of, restore); refused != "" || isOpen(e.get(t, of)) {
		t.Errorf("restored: %q", refused)
	}
}

package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/testing/protocmp"

	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/cases"
	"mcwick.example/services/moderation/internal/postgres"
)

// Verifies MOD-81.
func TestOperatorStatisticsCountWhatHappened(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	e.fillStatistics(t)
	got, err := e.operator.GetOperatorStatistics(t.Context(), &moderationv1.GetOperatorStatisticsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	public, err := e.owner.GetStatistics(t.Context(), &moderationv1.GetStatisticsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	want := &moderationv1.OperatorStatistics{Public: public, WrongReports: 2,
		Operators: []*moderationv1.OperatorDecisions{{Operator: e.get(t, newDecided(t, e)).GetDecisions()[0].GetOperator(),
			Decisions: &moderationv1.DecisionCounts{Leave: 2, Hide: 3, Remove: 1, Restore: 1}}},
		Open: []*moderationv1.OpenCases{{Kind: picture, Count: 2}}}
	if diff := cmp.Diff(want, got, protocmp.Transform(),
		protocmp.IgnoreFields(public, "start_time", "end_time"), protocmp.IgnoreFields(want, "days", "p90_wait"),
		protocmp.IgnoreFields(want.GetOpen()[0], "due_time")); diff != "" {
		t.Error(diff)
	}
	if due := got.GetOpen()[0].GetDueTime().AsTime(); due.After(time.Now()) {
		t.Errorf("a report of 31 days ago is due at %v", due)
	}
}

// Verifies MOD-81.
func TestReportsOfWhatIsLeftHiddenAreNotWrong(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	for range 3 {
		e.reportBefore(t, of, time.Hour)
	}
	for _, c := range []struct {
		action moderationv1.Action
		wrong  int
	}{{leave, 0}, {restore, 1}, {leave, 2}} {
		if _, refused := e.decide(t, of, c.action); refused != "" {
			t.Fatal(refused)
		}
		store, now := postgres.NewCases(e.Database(t), nil, time.Now), time.Now().Add(time.Second)
		got, err := store.OperatorStatistics(t.Context(), now.Add(-cases.StatisticsPeriod), now)
		if err != nil || got.WrongReports != c.wrong {
			t.Errorf("%s: %v wrong, %v", c.action, got.WrongReports, err)
		}
		e.reportBefore(t, of, time.Hour)
	}
}

// newDecided returns a subject that was decided on.
func newDecided(t *testing.T, e *caseEnvironment) *moderationv1.Subject {
	t.Helper()
	of := newSubject(entry)
	e.decide(t, of, hide)
	return of
}

// Verifies MOD-81.
func TestOperatorStatisticsHaveThirtyDays(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	e.fillStatistics(t)
	e.reportBefore(t, newSubject(picture), 25*time.Hour)
	store, now := postgres.NewCases(e.Database(t), nil, time.Now), time.Now().Add(time.Second)
	start := now.Add(-cases.StatisticsPeriod)
	got, err := store.OperatorStatistics(t.Context(), start, now)
	if err != nil || len(got.Days) != 30 {
		t.Fatalf("%d days, %v", len(got.Days), err)
	}
	if first := got.Days[0]; first.Start.Sub(start).Abs() > time.Millisecond || first.Reports != 0 {
		t.Errorf("the first day: %v", first)
	}
	for i, want := range []cases.DayStatistics{{Reports: 1}, {ByOperators: 7, Automatic: 2, Reports: 7}} {
		day := got.Days[28+i]
		day.Start = time.Time{}
		if day != want {
			t.Errorf("day %d: %v", 28+i, day)
		}
	}
}

// Verifies MOD-81.
func TestOperatorStatisticsHaveTheLongWait(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	for hours := range 11 {
		of := newSubject(entry)
		e.reportBefore(t, of, time.Duration(hours)*time.Hour)
		e.decide(t, of, leave)
	}
	store, now := postgres.NewCases(e.Database(t), nil, time.Now), time.Now().Add(time.Second)
	got, err := store.OperatorStatistics(t.Context(), now.Add(-cases.StatisticsPeriod), now)
	if err != nil || got.P90Wait == nil || got.P90Wait.Round(time.Minute) != 9*time.Hour ||
		got.MedianWait.Round(time.Minute) != 5*time.Hour {
		t.Errorf("%v, %v, %v", got.P90Wait, got.MedianWait, err)
	}
}

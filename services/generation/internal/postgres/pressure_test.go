package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/platform/jobs"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit/metrictest"
	"mcwick.example/services/generation/internal/generation"
)

// Verifies LIMIT-25.
func TestPressureFollowsPlan(t *testing.T) {
	metrics := metrictest.New(t)
	q := setupByHour(t)
	q.Measure()
	expect := func(when string, want float64) {
		t.Helper()
		q.pressure.at = time.Time{}
		got, err := q.Pressure(t.Context())
		if err != nil || got.BudgetRatio != want {
			t.Errorf("%s: %f, want %f, %v", when, got.BudgetRatio, want, err)
		}
		if m := metrics.Read(t, "mcwick.budget.ratio"); m.Value != want {
			t.Errorf("%s: the metric is %v", when, m.Value)
		}
	}
	q.setTime(9) // ten of 24 cents are released, and half of the hour is over
	expect("before the first job", 0)
	if released := metrics.Read(t, "mcwick.budget", "part", "released"); released.Value != 0.10 {
		t.Errorf("%v dollars are released", released.Value)
	}
	acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
	expect("one of five cents", 0.2)
	for range 9 {
		acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
	}
	expect("all at half-time", 2)
	early := q.now.Truncate(time.Hour)
	q.now = &early
	expect("all at once, as if five minutes were over", maxRatio)
	q.setTime(10)
	expect("in the next hour", 0)
	acceptFrom(t, q, jobs.Origin{Lane: "home"}, 0)
	expect("a job without a price", 0)
}

// A budget that is released at once is planned to last until midnight.
// Verifies LIMIT-25.
func TestPressureWithoutHours(t *testing.T) {
	q := setupAt(t, 14, 20*cent) // two for each hour that is left
	acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
	halfPast := *q.now
	for want, minutes := range map[float64]time.Duration{1: 0, 0.625: 18} {
		q.pressure.at = time.Time{}
		later := halfPast.Add(minutes * time.Minute)
		q.now = &later
		if got, err := q.Pressure(t.Context()); err != nil || got.BudgetRatio != want {
			t.Errorf("%d minutes after half past: %f, want %f, %v", minutes, got.BudgetRatio, want, err)
		}
	}
}

// Verifies LIMIT-25.
func TestPressureReport(t *testing.T) {
	q := setupByHour(t)
	q.setTime(9)
	for _, flow := range []string{"ann", "bea", "ann"} {
		acceptFrom(t, q, jobs.Origin{Flow: flow, Lane: "home", Standing: rpc.StandingSolved}, cent)
	}
	acceptFrom(t, q, jobs.Origin{Lane: "lone"}, cent)
	if _, err := q.Add(t.Context(), newJob(jobs.Origin{Lane: "crowd"}), 9*cent); err == nil {
		t.Error("more than there is was accepted")
	}
	r, err := q.PressureReport(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []generation.LanePressure{
		{Lane: "home", Flows: 2, Weight: 2, Used: 3 * cent}, {Lane: "lone", Flows: 1, Weight: 1, Used: cent},
		{Lane: "crowd", Flows: 1, Weight: 1, Refused: 1},
	}
	if diff := cmp.Diff(want, r.Lanes); diff != "" {
		t.Errorf("lanes (-want +got):\n%s", diff)
	}
	if r.Budget.Total != 24*cent || r.Released != 10*cent || r.Budget.Reserved != 4*cent || r.Backlog.Waiting != 4 ||
		r.Backlog.Wait != 2*guess || r.BudgetRatio != 0.8 {
		t.Errorf("%+v", r)
	}
}

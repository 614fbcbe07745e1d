package postgres

import (
	"testing"

	"mcwick.example/platform/jobs"
	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
	"mcwick.example/services/generation/internal/generation"
)

// Verifies OBS-6.
func TestCostMetricsAreInDollars(t *testing.T) {
	metrics := metrictest.New(t)
	q := setup(t, 10*cent)
	if err := q.Measure(); err != nil {
		t.Fatal(err)
	}
	expect := func(when string, limit, spent, reserved float64) {
		t.Helper()
		for part, want := range map[string]float64{"limit": limit, "spent": spent, "reserved": reserved} {
			if got := metrics.Read(t, "mcwick.budget", "part", part).Value; got != want {
				t.Errorf("%s: %v dollars are %s, want %v", when, got, part, want)
			}
		}
	}
	job, err := accept(t, q, 2*cent)
	if err != nil {
		t.Fatal(err)
	}
	expect("after a job was accepted", 0.10, 0, 0.02)

	ledger := NewLedger(q.pool)
	call, err := ledger.Begin(t.Context(), generation.Call{JobID: job.ID, Model: painter, Price: 2 * cent})
	if err != nil {
		t.Fatal(err)
	}
	if err := ledger.End(t.Context(), call, generation.OutcomeSettled, cent); err != nil {
		t.Fatal(err)
	}
	if cost := metrics.Read(t, "mcwick.ai.cost", "kind", "meme", "gen_ai.request.model", "painter-1", "outcome",
		"settled"); cost.Value != 0.01 {
		t.Errorf("the call cost %v dollars", cost.Value)
	}
	testkit.Exec(t, q.pool, `UPDATE jobs SET state = $1`, jobs.StateSucceeded)
	if err := q.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect("after it was settled", 0.10, 0.01, 0)
}

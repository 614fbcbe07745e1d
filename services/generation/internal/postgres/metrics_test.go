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
	q.Measure()
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

// A call that its worker left open costs its price, whatever finds it.
// Verifies OBS-6.
func TestCostMetricsCountUnknownCalls(t *testing.T) {
	for name, find := range map[string]func(q *Queue, l *Ledger, jobID string) error{
		"by the next worker": func(_ *Queue, l *Ledger, jobID string) error {
			_, err := l.CloseInherited(t.Context(), jobID, 0, "a/painter-2")
			return err
		},
		"by its age": func(q *Queue, _ *Ledger, _ string) error {
			testkit.Exec(t, q.pool, `UPDATE ai_calls SET sent_at = now() - $1::interval`, 2*abandonAfter)
			return q.Settle(t.Context())
		},
	} {
		t.Run(name, func(t *testing.T) {
			metrics := metrictest.New(t)
			q := setup(t, 10*cent)
			ledger := NewLedger(q.pool)
			job, err := accept(t, q, 2*cent)
			if err != nil {
				t.Fatal(err)
			}
			var open string
			ended := generation.Model{Name: "a/painter-2", ID: "painter-2"}
			for _, m := range []generation.Model{ended, painter} {
				open, err = ledger.Begin(t.Context(), generation.Call{JobID: job.ID, Model: m, Price: cent})
				if err == nil && m == ended {
					err = ledger.End(t.Context(), open, generation.OutcomeSettled, cent)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			// one that ended in an older release
			testkit.Exec(t, q.pool, `UPDATE ai_calls SET entry = '' WHERE state = 'settled'`)
			for range 2 {
				if err := find(q, ledger, job.ID); err != nil {
					t.Fatal(err)
				}
			}
			check := func(when string) {
				for outcome, model := range map[string]string{"settled": ended.ID, "unknown": painter.ID} {
					if cost := metrics.Read(t, "mcwick.ai.cost", "kind", "meme", "gen_ai.request.model", model,
						"outcome", outcome); cost.Value != 0.01 {
						t.Errorf("%s: %s %v dollars", when, outcome, cost.Value)
					}
				}
				if all := metrics.Read(t, "mcwick.ai.cost"); all.Value != 0.02 {
					t.Errorf("%s: all calls cost %v dollars", when, all.Value)
				}
			}
			check("found")
			if err := ledger.End(t.Context(), open, generation.OutcomeUnknown, cent); err != nil {
				t.Fatal(err)
			}
			check("ended by its worker, which lives after all")
		})
	}
}

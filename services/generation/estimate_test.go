package main

import (
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// What ran last says how long jobs of another kind take, too.
// Verifies REQ-16.
func TestEstimatesKnowSizeOfEachKind(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, "WORKERS=0", "COMPOSER=true")
	create := func(r *generationv1.CreateJobRequest) (id string) {
		t.Helper()
		job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), r)
		if err != nil {
			t.Fatal(err)
		}
		return job.GetId()
	}
	create(haunted())
	testkit.Exec(t, w.pool,
		`UPDATE jobs SET state = 'succeeded', started_at = now() - interval '3 s', finished_at = now()`)
	create(surfing())
	second := create(surfing())
	testkit.Exec(t, w.pool, `UPDATE budget_days SET budget_micro_usd = 0`)
	create(surfing()) // for the composer
	last := create(surfing())
	for id, want := range map[string]int{second: 20_000, last: 41_000} {
		testkit.Eventually(t, "the estimate follows the kinds before it", func() bool {
			return testkit.QueryOne[int](t, w.pool, `SELECT coalesce(estimate_ms, 0) FROM jobs WHERE id = $1`, id) == want
		})
	}
}

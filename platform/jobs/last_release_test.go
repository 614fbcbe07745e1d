package jobs

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/testkit"
)

// The statements of the last release, which knew lanes only.
const (
	lastReleaseAdd = `INSERT INTO jobs (id, kind, visitor, lane, idempotency_key, input_hash, input, trace)
	VALUES ($1, 'dig', 'ann', $2, gen_random_uuid(), '', '"deep"', '')`

	// lastReleaseClaim takes a job of the lane that has waited longest.
	lastReleaseClaim = `
WITH next AS (
	SELECT id FROM jobs LEFT JOIN job_lanes USING (lane)
	WHERE kind = ANY($3) AND state = 'queued'
	ORDER BY greatest(served_at, created_at), created_at, id
	LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED
)` + leaseNextQuery + `, served AS (
	INSERT INTO job_lanes (lane, served_at) SELECT lane, clock_timestamp() FROM leased
	ON CONFLICT (lane) DO UPDATE SET served_at = excluded.served_at
)` + leasedQuery
)

// Beside the last release's binary, each serves what the other one added, in turn.
// Verifies OPS-5, LIMIT-1.
func TestTurnsBesideLastRelease(t *testing.T) {
	t.Parallel()
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	addOld := func(lane string) string {
		id := uuid.NewString()
		testkit.Exec(t, q.pool, lastReleaseAdd, id, lane)
		return id
	}
	crowd := []string{addOld("crowd"), addOld("crowd"), addOld("crowd")}
	sameLane := addFrom(t, q, Origin{Flow: "ann", Lane: "crowd", Supernet: "provider"})
	other := addOld("other")
	claim := func() string {
		job, err := w.claim(t.Context(), uuid.New())
		if err != nil {
			t.Fatal(err)
		}
		return job.ID
	}
	claimOld := func() (id string) {
		rows, _ := q.pool.Query(t.Context(), lastReleaseClaim, uuid.New(), time.Minute, []string{"dig"})
		job, err := pgx.CollectExactlyOneRow(rows, scanLeased)
		if err != nil {
			t.Fatal(err)
		}
		return job.ID
	}
	got := []string{claim(), claim(), claim(), claimOld(), claim()}
	if want := []string{crowd[0], other, sameLane, crowd[1], crowd[2]}; !slices.Equal(got, want) {
		t.Errorf("served %v, want %v", got, want)
	}
}

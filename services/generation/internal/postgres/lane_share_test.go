package postgres

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/services/generation/internal/generation"
)

// acceptFromLane queues a job of a lane.
func acceptFromLane(t *testing.T, q *Queue, lane string, price int64) (jobs.Job, error) {
	t.Helper()
	return q.Add(t.Context(), jobs.NewJob{Kind: "meme", Visitor: "ann", Origin: jobs.Origin{Lane: lane}, Key: uuid.NewString(), Input: "x"},
		price)
}

// mustAccept queues a job of a lane and returns its id.
func mustAccept(t *testing.T, q *Queue, lane string, price int64) string {
	t.Helper()
	job, err := acceptFromLane(t, q, lane, price)
	if err != nil {
		t.Fatal(err)
	}
	return job.ID
}

// isRefusedByShare reports whether a lane's next job is rejected, with a Retry-After.
func isRefusedByShare(t *testing.T, q *Queue, lane string, price int64) bool {
	t.Helper()
	_, err := acceptFromLane(t, q, lane, price)
	switch {
	case err == nil:
		return false
	case errors.Is(err, generation.ErrLaneShare):
		if f := fault.From(err); f.Kind != fault.KindLimited || f.RetryAfter <= 0 || f.RetryAfter > time.Hour {
			t.Errorf("retry in %v: %v", f.RetryAfter, err)
		}
		return true
	default:
		t.Fatal(err)
		return false
	}
}

// Verifies LIMIT-3.
func TestLaneShareLimitsBudget(t *testing.T) {
	const price = cent // of a dollar: the share of a lane is five of them
	run := func(q *Queue, sql string, args ...any) {
		t.Helper()
		if _, err := q.pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("alone it may use everything", func(t *testing.T) {
		q := setup(t, 10*price)
		for range 10 {
			mustAccept(t, q, "crowd", price)
		}
	})
	t.Run("its share while another lane waits, with any number of concurrent requests", func(t *testing.T) {
		q := setup(t, 100*price)
		mustAccept(t, q, "other", price)
		var admitted atomic.Int32
		var all sync.WaitGroup
		for range 200 {
			all.Go(func() {
				if !isRefusedByShare(t, q, "crowd", price) {
					admitted.Add(1)
				}
			})
		}
		all.Wait()
		if admitted.Load() != 5 || q.day(t) != "reserved 60000, spent 0" {
			t.Errorf("%d admitted, %s", admitted.Load(), q.day(t))
		}
		var left int
		if err := q.pool.QueryRow(t.Context(), `SELECT count(*) FROM jobs`).Scan(&left); err != nil || left != 6 {
			t.Errorf("%d jobs, %v: a rejected job must leave nothing", left, err)
		}
	})
	t.Run("what was paid counts as reserved, what was released does not", func(t *testing.T) {
		q := setup(t, 100*price)
		ledger := NewLedger(q.pool)
		for range 4 {
			id := mustAccept(t, q, "crowd", price)
			call, err := ledger.Begin(t.Context(), generation.Call{JobID: id, Model: painter, Price: price})
			if err == nil {
				err = ledger.End(t.Context(), call, generation.OutcomeSettled, price)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for range 9 {
			mustAccept(t, q, "crowd", price)
		}
		run(q, `UPDATE jobs SET state = 'cancelled'`)
		if err := q.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		mustAccept(t, q, "other", price)
		mustAccept(t, q, "crowd", price)
		if !isRefusedByShare(t, q, "crowd", price) {
			t.Error("the sixth was accepted")
		}
	})
	t.Run("one job is always possible", func(t *testing.T) {
		q := setup(t, 10*price)
		mustAccept(t, q, "other", price)
		mustAccept(t, q, "crowd", 4*price)
		if !isRefusedByShare(t, q, "crowd", 1) {
			t.Error("a second was accepted")
		}
	})
	t.Run("all again once no other lane waits", func(t *testing.T) {
		q := setup(t, 100*price)
		id := mustAccept(t, q, "other", price)
		for range 5 {
			mustAccept(t, q, "crowd", price)
		}
		if !isRefusedByShare(t, q, "crowd", price) {
			t.Error("the sixth was accepted")
		}
		run(q, `UPDATE jobs SET state = 'running' WHERE id = $1`, id)
		if !isRefusedByShare(t, q, "crowd", price) {
			t.Error("the sixth was accepted while another's runs")
		}
		run(q, `UPDATE jobs SET state = 'succeeded' WHERE id = $1`, id)
		mustAccept(t, q, "crowd", price)
	})
	t.Run("its share for an hour after another was rejected", func(t *testing.T) {
		q := setup(t, 10*price)
		for range 10 {
			mustAccept(t, q, "crowd", price)
		}
		if _, err := acceptFromLane(t, q, "other", price); !errors.Is(err, generation.ErrBudget) {
			t.Fatal(err)
		}
		run(q, `UPDATE jobs SET state = 'cancelled'`)
		if err := q.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		mustAccept(t, q, "crowd", price)
		if !isRefusedByShare(t, q, "crowd", price) {
			t.Error("the second was accepted")
		}
		mustAccept(t, q, "other", price)
		run(q, `UPDATE jobs SET state = 'cancelled' WHERE lane = 'other'`)
		run(q, `UPDATE budget_refusals SET refused_at = refused_at - interval '61 minutes'`)
		mustAccept(t, q, "crowd", price)
	})
	t.Run("a job without a price needs no budget", func(t *testing.T) {
		q := setup(t, 0)
		mustAccept(t, q, "other", 0)
		for range 5 {
			mustAccept(t, q, "crowd", 0)
		}
	})
	t.Run("yesterday's money is not today's", func(t *testing.T) {
		q := setup(t, 100*price)
		for range 5 {
			mustAccept(t, q, "crowd", price)
		}
		run(q, `UPDATE jobs SET created_at = created_at - interval '1 day'`)
		mustAccept(t, q, "other", price)
		mustAccept(t, q, "crowd", price)
	})
}

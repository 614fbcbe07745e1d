package postgres

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
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

// isRefusedByShare reports whether the crowd's next job is rejected, with a Retry-After.
func isRefusedByShare(t *testing.T, q *Queue, price int64) bool {
	t.Helper()
	_, err := acceptFromLane(t, q, "crowd", price)
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
func TestSharesLimitBudget(t *testing.T) {
	const price = cent
	t.Run("alone it may use everything", func(t *testing.T) {
		q := setupAt(t, 10, 10*price)
		for range 10 {
			mustAccept(t, q, "crowd", price)
		}
	})
	t.Run("its share while another lane waits, with any number of concurrent requests", func(t *testing.T) {
		q := setupAt(t, 10, 10*price) // half of it for each of two
		mustAccept(t, q, "other", price)
		var admitted atomic.Int32
		var all sync.WaitGroup
		for range 200 {
			all.Go(func() {
				if !isRefusedByShare(t, q, price) {
					admitted.Add(1)
				}
			})
		}
		all.Wait()
		if admitted.Load() != 5 || q.day(t) != "reserved 60000, spent 0" {
			t.Errorf("%d admitted, %s", admitted.Load(), q.day(t))
		}
		if left := testkit.QueryOne[int](t, q.pool, `SELECT count(*) FROM jobs`); left != 6 {
			t.Errorf("%d jobs: a rejected job must leave nothing", left)
		}
	})
	t.Run("what was paid counts as reserved, what was released does not", func(t *testing.T) {
		q := setupAt(t, 10, 20*price)
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
		testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'cancelled'`)
		if err := q.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		mustAccept(t, q, "other", price)
		for range 6 { // with the four that were paid it has its half
			mustAccept(t, q, "crowd", price)
		}
		if !isRefusedByShare(t, q, price) {
			t.Error("the eleventh was accepted")
		}
	})
	t.Run("one job is always possible", func(t *testing.T) {
		q := setupAt(t, 10, 10*price)
		for i := range 4 {
			mustAccept(t, q, fmt.Sprint("other", i), price)
		}
		mustAccept(t, q, "crowd", 4*price) // a fifth of the money is two
		if !isRefusedByShare(t, q, 1) {
			t.Error("a second was accepted")
		}
	})
	t.Run("all again once no other lane waits", func(t *testing.T) {
		q := setupAt(t, 10, 10*price)
		id := mustAccept(t, q, "other", price)
		for range 5 {
			mustAccept(t, q, "crowd", price)
		}
		if !isRefusedByShare(t, q, price) {
			t.Error("the sixth was accepted")
		}
		testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'running' WHERE id = $1`, id)
		if !isRefusedByShare(t, q, price) {
			t.Error("the sixth was accepted while another's runs")
		}
		testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'succeeded' WHERE id = $1`, id)
		mustAccept(t, q, "crowd", price)
	})
	t.Run("its share for an hour after another was rejected", func(t *testing.T) {
		q := setupAt(t, 10, 10*price)
		for range 10 {
			mustAccept(t, q, "crowd", price)
		}
		if _, err := acceptFromLane(t, q, "other", price); !errors.Is(err, generation.ErrBudget) {
			t.Fatal(err)
		}
		testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'cancelled'`)
		if err := q.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			mustAccept(t, q, "crowd", price)
		}
		if !isRefusedByShare(t, q, price) {
			t.Error("the sixth was accepted")
		}
		mustAccept(t, q, "other", price)
		testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'cancelled' WHERE lane = 'other'`)
		testkit.Exec(t, q.pool, `UPDATE budget_refusals SET refused_at = refused_at - interval '61 minutes'`)
		mustAccept(t, q, "crowd", price)
	})
	t.Run("a job without a price needs no budget", func(t *testing.T) {
		q := setup(t, 0)
		mustAccept(t, q, "other", 0)
		for range 5 {
			mustAccept(t, q, "crowd", 0)
		}
	})
	t.Run("as much as others leave, while the money is used no faster than planned", func(t *testing.T) {
		q := setupAt(t, 10, 280*price) // 14 hours are left, of which each has 20
		mustAccept(t, q, "other", price)
		for range 9 { // half past: with the other's, half of the hour's
			mustAccept(t, q, "crowd", price)
		}
		for i := range 139 { // so that its share is one of 140
			_, _ = acceptFromLane(t, q, fmt.Sprint("late", i), 281*price)
		}
		_, err := acceptFromLane(t, q, "crowd", price)
		if f := fault.From(err); !errors.Is(err, generation.ErrLaneShare) || f.RetryAfter != 3*time.Minute {
			t.Errorf("an eleventh of twenty, at half past: %v, retry in %v", err, f.RetryAfter)
		}
		later := q.now.Add(3 * time.Minute)
		q.now = &later
		mustAccept(t, q, "crowd", price)
	})
	t.Run("another hour's money is not this hour's", func(t *testing.T) {
		q := setupAt(t, 10, 10*price)
		mustAccept(t, q, "other", price)
		for range 5 {
			mustAccept(t, q, "crowd", price)
		}
		q.setTime(11)
		mustAccept(t, q, "crowd", price)
	})
	t.Run("devices of one network share", func(t *testing.T) {
		q := setupAt(t, 10, 10*price)
		mustAccept(t, q, "other", price) // so that others wait
		for i := range 3 {
			acceptFrom(t, q, jobs.Origin{Flow: fmt.Sprint("ann", i%2), Lane: "home"}, price)
		}
		if _, err := q.Add(t.Context(), newJob(jobs.Origin{Flow: "ann0", Lane: "home"}), 2*price); !errors.Is(err,
			generation.ErrLaneShare) {
			t.Errorf("four of the ten for one of three: %v", err)
		}
	})
	t.Run("networks under one share, too", func(t *testing.T) {
		q := setupAt(t, 10, 10*price)
		for i := range 5 {
			acceptFrom(t, q, jobs.Origin{Lane: fmt.Sprint("lane", i), Supernet: "farm"}, price)
		}
		acceptFrom(t, q, jobs.Origin{Lane: "home", Supernet: "provider"}, price)
		if _, err := q.Add(t.Context(), newJob(jobs.Origin{Lane: "lane9", Supernet: "farm"}), price); !errors.Is(err,
			generation.ErrLaneShare) {
			t.Errorf("more than half for one of two: %v", err)
		}
	})
	t.Run("a network of many devices with evidence has more", func(t *testing.T) {
		q := setupAt(t, 10, 11*price)
		mustAccept(t, q, "other", price)
		for i := range 9 { // as its devices are nine of the ten that count
			device := jobs.Origin{Flow: fmt.Sprint("ann", i), Lane: "carrier", Standing: rpc.StandingSolved}
			acceptFrom(t, q, device, price)
		}
		if _, err := q.Add(t.Context(), newJob(jobs.Origin{Flow: "ann9", Lane: "carrier"}), price); !errors.Is(err,
			generation.ErrLaneShare) {
			t.Errorf("a tenth: %v", err)
		}
	})
}

func newJob(o jobs.Origin) jobs.NewJob {
	return jobs.NewJob{Kind: "meme", Visitor: "ann", Origin: o, Key: uuid.NewString(), Input: "x"}
}

// acceptFrom queues a job of an origin.
func acceptFrom(t *testing.T, q *Queue, o jobs.Origin, price int64) {
	t.Helper()
	if _, err := q.Add(t.Context(), newJob(o), price); err != nil {
		t.Fatal(err)
	}
}

// setupAt returns a queue with a day's budget, half past an hour of today. It is released at once.
func setupAt(t *testing.T, hour int, budget int64) *Queue {
	q := setup(t, budget)
	q.setTime(hour)
	return q
}

// setTime sets the time of the budget: half past an hour of today.
func (q *Queue) setTime(hour int) {
	now := time.Now().UTC().Truncate(24 * time.Hour).Add(time.Duration(hour)*time.Hour + 30*time.Minute)
	q.now = &now
}

// Reservations, extensions and settlements of any origins lock their rows in one order.
func TestSharesDoNotDeadlock(t *testing.T) {
	q := setup(t, 1000*cent)
	ledger := NewLedger(q.pool)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 12 {
				o := jobs.Origin{Flow: fmt.Sprint("flow", (i+n)%3), Lane: fmt.Sprint("lane", (i*n)%4),
					Supernet: fmt.Sprint("supernet", (i+2*n)%2), Standing: []string{"", rpc.StandingSettled}[n%2]}
				job, err := q.Add(t.Context(), newJob(o), cent)
				if errors.Is(err, jobs.ErrQueueFull) || errors.Is(err, generation.ErrLaneShare) {
					continue
				}
				if err == nil {
					_, err = ledger.Begin(t.Context(), generation.Call{JobID: job.ID, Model: painter, Price: 2 * cent,
						MaxCost: 2 * cent})
				}
				if err == nil {
					_, err = q.Cancel(t.Context(), job.ID, "ann")
				}
				if err == nil {
					_, err = q.pool.Exec(t.Context(), settleOpenCalls, []string{job.ID})
				}
				if err = errors.Join(err, q.Settle(t.Context())); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if q.day(t) != "reserved 0, spent 0" {
		left := testkit.QueryOne[int64](t, q.pool,
			`SELECT sum(used_micro_usd) FROM budget_accounts WHERE level = 'lane'`)
		if q.day(t) != fmt.Sprintf("reserved 0, spent %d", left) {
			t.Errorf("%s, the lanes' accounts have %d", q.day(t), left)
		}
	}
}

// Verifies LIMIT-37.
func TestWeightsAreSummedUpOnceASecondByIndex(t *testing.T) {
	q := setup(t, 100*cent)
	q.totals.age = time.Hour // in place of a second, which a busy machine outlasts
	const crowd = `INSERT INTO budget_accounts (level, key, lane, weight, asked_at, hour, used_micro_usd, refused)
		SELECT level, n, '', 1, now(), date_trunc('hour', now()), 0, 0
		FROM generate_series($1::int, $1 + 9999) n, unnest(ARRAY['flow', 'lane']) level`
	testkit.Fill(t, q.pool, crowd, 1)
	testkit.Fill(t, q.pool, `UPDATE budget_accounts SET asked_at = now() - interval '2 hours' WHERE level = 'flow' AND key::int > 100`)
	testkit.VacuumAnalyze(t, q.pool, "budget_accounts")
	now := time.Now().Add(time.Second)
	testkit.CheckUsesIndex(t, q.pool, "budget_accounts_asked", weightsQuery, now, shareWindow)
	for range 2 { // the second time it is what was kept
		total, err := q.weights(t.Context(), now)
		if err != nil || total["flow"] != 100 || total["lane"] != 10_000 || total["supernet"] != 0 {
			t.Errorf("%v, %v", total, err)
		}
		testkit.Exec(t, q.pool, `DELETE FROM budget_accounts`)
	}
}

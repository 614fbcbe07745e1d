package postgres

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/generation/internal/generation"
	"mcwick.example/services/generation/internal/postgres/migrations"
)

const cent = 10_000 // micro-dollars

// painter is a model of a chain.
var painter = generation.Model{Name: "a/painter-1", ID: "painter-1"}

func setup(t *testing.T, budget int64) *Queue {
	t.Helper()
	q := NewQueue(testkit.Database(t, migrations.Schema), BudgetPlan{MicroUSD: budget})
	q.totals.age = 0 // exact
	return q
}

func accept(t *testing.T, q *Queue, price int64) (jobs.Job, error) {
	t.Helper()
	return q.Add(t.Context(), jobs.NewJob{Kind: "meme", Visitor: "ann", Key: uuid.NewString(), Input: "x"}, price)
}

// day returns today's reserved and spent money.
func (q *Queue) day(t *testing.T) string {
	t.Helper()
	var reserved, spent int64
	if err := q.pool.QueryRow(t.Context(),
		`SELECT reserved_micro_usd, spent_micro_usd FROM budget_days`).Scan(&reserved, &spent); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("reserved %d, spent %d", reserved, spent)
}

// Verifies LIMIT-3.
func TestBudgetAdmitsExactlyWhatItCovers(t *testing.T) {
	q := setup(t, cent)
	var admitted, refused atomic.Int32
	var all sync.WaitGroup
	for range 2000 {
		all.Go(func() {
			_, err := accept(t, q, cent/10)
			switch {
			case err == nil:
				admitted.Add(1)
			case errors.Is(err, generation.ErrBudget) && fault.From(err).RetryAfter > 0:
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if admitted.Load() != 10 || refused.Load() != 1990 || q.day(t) != "reserved 10000, spent 0" {
		t.Errorf("%d admitted, %d refused, %s", admitted.Load(), refused.Load(), q.day(t))
	}
	if n := testkit.QueryOne[int](t, q.pool, `SELECT count(*) FROM jobs`); n != 10 {
		t.Errorf("%d jobs: a rejected job must leave nothing", n)
	}
}

func TestRepeatedJobReservesOnce(t *testing.T) {
	q := setup(t, cent)
	n := jobs.NewJob{Kind: "meme", Visitor: "ann", Key: uuid.NewString(), Input: "x"}
	for range 3 {
		if _, err := q.Add(t.Context(), n, 7); err != nil {
			t.Fatal(err)
		}
	}
	if q.day(t) != "reserved 7, spent 0" {
		t.Error(q.day(t))
	}
}

func TestSettle(t *testing.T) {
	const price = 100
	for name, c := range map[string]struct {
		state   jobs.State
		outcome generation.Outcome // of the job's call; empty without one
		want    string
	}{
		"paid":                       {jobs.StateSucceeded, generation.OutcomeSettled, "reserved 0, spent 100"},
		"maybe paid":                 {jobs.StateFailed, generation.OutcomeUnknown, "reserved 0, spent 100"},
		"refused by the provider":    {jobs.StateFailed, generation.OutcomeFailed, "reserved 0, spent 0"},
		"cancelled before any call":  {jobs.StateCancelled, "", "reserved 0, spent 0"},
		"still running":              {jobs.StateRunning, generation.OutcomeSettled, "reserved 100, spent 0"},
		"cancelled with a call open": {jobs.StateCancelled, "sent", "reserved 100, spent 0"},
	} {
		t.Run(name, func(t *testing.T) {
			q := setup(t, cent)
			job, err := accept(t, q, price)
			if err != nil {
				t.Fatal(err)
			}
			if c.outcome != "" {
				ledger := NewLedger(q.pool)
				call, err := ledger.Begin(t.Context(), generation.Call{JobID: job.ID, Model: painter, Price: price})
				if err != nil {
					t.Fatal(err)
				}
				if c.outcome != "sent" {
					if err := ledger.End(t.Context(), call, c.outcome, price); err != nil {
						t.Fatal(err)
					}
				}
			}
			testkit.Exec(t, q.pool, `UPDATE jobs SET state = $1`, c.state)
			for range 2 { // settling is idempotent
				if err := q.Settle(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if q.day(t) != c.want {
				t.Errorf("%s, want %s", q.day(t), c.want)
			}
		})
	}
	t.Run("a call that never ended counts as paid in the end", func(t *testing.T) {
		q := setup(t, cent)
		job, err := accept(t, q, price)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewLedger(q.pool).Begin(t.Context(),
			generation.Call{JobID: job.ID, Model: painter, Price: price}); err != nil {
			t.Fatal(err)
		}
		testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'cancelled'`)
		testkit.Exec(t, q.pool, `UPDATE ai_calls SET sent_at = now() - $1::interval`, 2*abandonAfter)
		if err := q.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if q.day(t) != "reserved 0, spent 100" {
			t.Error(q.day(t))
		}
	})
}

// A canceled job's reservation is released, so a call begins before that or not at all.
func TestCallWaitsForConcurrentCancel(t *testing.T) {
	q := setup(t, cent)
	job, err := accept(t, q, cent)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := q.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context()) //nolint:errcheck // it is committed
	testkit.Exec(t, tx, `UPDATE jobs SET state = 'cancelled' WHERE id = $1`, job.ID)
	begun := make(chan error, 1)
	go func() {
		_, err := NewLedger(q.pool).Begin(t.Context(), generation.Call{JobID: job.ID, Model: painter, Price: cent})
		begun <- err
	}()
	testkit.Eventually(t, "the call waits", func() bool {
		const locked = `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`
		waits := testkit.QueryOne[bool](t, q.pool, locked)
		return waits || len(begun) == 1
	})
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-begun; !errors.Is(err, generation.ErrJobOver) {
		t.Errorf("a call of a cancelled job: %v", err)
	}
}

// A worker that was paused until its lease expired learns so from the ledger: it makes no call, and
// does not touch those of its successor.
func TestWorkerWithExpiredLeaseMakesNoCall(t *testing.T) {
	q := setup(t, cent)
	ledger := NewLedger(q.pool)
	job, err := accept(t, q, 100)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'running', attempt = 2`)
	call := generation.Call{JobID: job.ID, Attempt: 2, Model: painter, Price: 100}
	id, err := ledger.Begin(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	late := call
	late.Attempt, late.Model.Name = 1, "b/painter-2"
	if _, err := ledger.Begin(t.Context(), late); !errors.Is(err, generation.ErrJobOver) {
		t.Errorf("a late call: %v", err)
	}
	if _, err := ledger.CloseInherited(t.Context(), job.ID, 1, painter.Name); err != nil {
		t.Fatal(err)
	}
	if err := ledger.End(t.Context(), id, generation.OutcomeSettled, 100); err != nil {
		t.Errorf("the successor's call was ended by another worker: %v", err)
	}
}

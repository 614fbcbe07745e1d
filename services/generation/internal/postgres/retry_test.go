package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/jobs"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/generation/internal/generation"
)

// The ledger waits for a database that hangs, and writes that are retried meanwhile are stored
// once.
func TestLedgerSurvivesFrozenDatabase(t *testing.T) {
	t.Parallel()
	q := setup(t, cent)
	job, err := accept(t, q, 100)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'running', attempt = 1`)
	through, freezer := testkit.FreezeDatabase(t, q.pool.Config().ConnString())
	ledger := NewLedger(testkit.Connect(t, through))
	whileFrozen := func(what string, write func() error) {
		freezer.Freeze()
		before := ledger.pool.Stat().NewConnsCount()
		written := make(chan error, 1)
		go func() { written <- write() }()
		testkit.Eventually(t, "another attempt is made",
			func() bool { return ledger.pool.Stat().NewConnsCount() > before })
		freezer.Thaw()
		if err := <-written; err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	var id string
	whileFrozen("a call begins", func() (err error) {
		id, err = ledger.Begin(t.Context(), generation.Call{JobID: job.ID, Attempt: 1, Model: painter, Price: 100})
		return err
	})
	whileFrozen("its calls are counted", func() error {
		// called by another worker than the job's own
		calls, err := ledger.CloseInherited(t.Context(), job.ID, 0, painter.Name)
		if calls[painter.Name] != 1 {
			t.Errorf("calls %v", calls)
		}
		return err
	})
	whileFrozen("it ends", func() error { return ledger.End(t.Context(), id, generation.OutcomeSettled, 70) })
	freezer.Freeze()
	begun := time.Now()
	if has := ledger.HasReservation(t.Context(), uuid.NewString()); !has || time.Since(begun) > 10*time.Second {
		t.Errorf("has a reservation: %t, after %v", has, time.Since(begun))
	}
	state := testkit.QueryOne[string](t, q.pool, `SELECT concat_ws(' ', state, price_micro_usd) FROM ai_calls`)
	if state != "settled 70" {
		t.Error(state)
	}
}

// An attempt to begin a call waits for an earlier one that is still being committed, and is the same
// call.
func TestBeginOfACallThatIsBeingCommitted(t *testing.T) {
	q := setup(t, cent)
	ledger := NewLedger(q.pool)
	job, err := accept(t, q, 300)
	if err != nil {
		t.Fatal(err)
	}
	call, id := generation.Call{JobID: job.ID, Model: painter, Price: 300}, uuid.NewString()
	earlier, err := q.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = earlier.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := earlier.Exec(t.Context(), `INSERT INTO ai_calls (id, job_id, price_micro_usd, state, kind, model, entry)
		VALUES ($1, $2, 300, 'sent', 'meme', $3, $4)`, id, job.ID, call.Model.ID, call.Model.Name); err != nil {
		t.Fatal(err)
	}
	begun := make(chan error)
	go func() { begun <- ledger.begin(t.Context(), id, call) }()
	testkit.WaitForLock(t, q.pool, "the attempt waits for the earlier one")
	if err := earlier.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-begun; err != nil {
		t.Error(err)
	}
	if got := q.day(t); got != "reserved 300, spent 0" {
		t.Error(got)
	}
}

// holdCommits has commits of calls wait for lock 7, and when that wait is canceled for lock 8.
const holdCommits = `
CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7);
	RETURN NULL;
EXCEPTION WHEN query_canceled THEN
	PERFORM pg_advisory_xact_lock(8);
	RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON ai_calls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold()`

// A worker that is stopped while its call is being committed makes no call, and leaves none open.
// Verifies LIMIT-6.
func TestInterruptedBeginLeavesNoOpenCall(t *testing.T) {
	q := setup(t, cent)
	job, err := accept(t, q, 100)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, q.pool, holdCommits)
	held, err := q.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = held.Rollback(context.WithoutCancel(t.Context())) }()
	testkit.Exec(t, held, `SELECT pg_advisory_xact_lock(7), pg_advisory_xact_lock(8)`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begun := make(chan error, 1)
	go func() {
		_, err := NewLedger(q.pool).Begin(ctx, generation.Call{JobID: job.ID, Model: painter, Price: 100})
		begun <- err
	}()
	testkit.WaitForLock(t, q.pool, "the commit is under way")
	cancel()
	testkit.Eventually(t, "the commit survives its cancellation, or on a slow machine does not", func() bool {
		return len(begun) == 1 || testkit.QueryOne[bool](t, q.pool, `SELECT EXISTS (SELECT FROM pg_locks
			JOIN pg_database d ON database = d.oid
			WHERE datname = current_database() AND locktype = 'advisory' AND objid = 8 AND NOT granted)`)
	})
	testkit.Eventually(t, "the call is given up", func() bool {
		return len(begun) == 1 || testkit.QueryOne[int](t, q.pool, `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`) == 2
	})
	if err := held.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-begun; err == nil {
		t.Error("it began")
	}
	testkit.Eventually(t, "nothing is under way", func() bool {
		return testkit.QueryOne[int](t, q.pool, `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`) == 0
	})
	const state = `SELECT coalesce((SELECT concat_ws(' ', state, price_micro_usd) FROM ai_calls), '')`
	if got := testkit.QueryOne[string](t, q.pool, state); got != "failed 0" && got != "" {
		t.Error(got)
	}
}

// A call that cost more than was reserved is spent whole.
// Verifies LIMIT-6.
func TestCallThatCostMoreThanItsPrice(t *testing.T) {
	q := setup(t, cent)
	ledger := NewLedger(q.pool)
	job, err := accept(t, q, 300)
	if err != nil {
		t.Fatal(err)
	}
	id, err := ledger.Begin(t.Context(), generation.Call{JobID: job.ID, Model: painter, Price: 300})
	if err != nil {
		t.Fatal(err)
	}
	if err := ledger.End(t.Context(), id, generation.OutcomeSettled, 700); err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, q.pool, `UPDATE jobs SET state = $1`, jobs.StateSucceeded)
	if err := q.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := q.day(t); got != "reserved 0, spent 700" {
		t.Error(got)
	}
}

// A write whose response was lost is retried without a second row.
// Verifies LIMIT-7.
func TestLedgerWritesAreIdempotent(t *testing.T) {
	q := setup(t, cent)
	ledger := NewLedger(q.pool)
	job, err := accept(t, q, 100)
	if err != nil {
		t.Fatal(err)
	}
	call, id := generation.Call{JobID: job.ID, Model: painter, Price: 300}, uuid.NewString() // more than is reserved
	for range 2 {
		if err := ledger.begin(t.Context(), id, call); err != nil {
			t.Fatal(err)
		}
	}
	if got := q.day(t); got != "reserved 300, spent 0" {
		t.Error(got)
	}
	if err := ledger.begin(t.Context(), uuid.NewString(), call); !errors.Is(err, generation.ErrMaybePaid) {
		t.Errorf("another call: %v", err)
	}
	for range 2 {
		if err := ledger.end(t.Context(), id, generation.OutcomeSettled, 200); err != nil {
			t.Fatal(err)
		}
	}
	if err := ledger.end(t.Context(), id, generation.OutcomeFailed, 0); err == nil {
		t.Error("it ended twice")
	}
}

package postgres_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// backlog makes a table of rows that are an hour apart, all in the past.
func backlog(t testing.TB, rows int) *pgxpool.Pool {
	t.Helper()
	// a pool of its own kind: another test counts those of Open
	pool := testkit.ConnectWithTimeout(t, testkit.DatabaseURL(t, one), 10*time.Second)
	for _, statement := range []string{
		`CREATE TABLE notes (said text NOT NULL, at timestamptz NOT NULL)`,
		`CREATE INDEX notes_age ON notes (at)`,
	} {
		testkit.Exec(t, pool, statement)
	}
	testkit.Fill(t, pool,
		`INSERT INTO notes SELECT 'gm', now() - n * interval '1 hour' FROM generate_series(1, $1::int) n`, rows)
	return pool
}

func count(t testing.TB, pool *pgxpool.Pool, where string) int {
	t.Helper()
	return testkit.QueryOne[int](t, pool, `SELECT count(*) FROM notes WHERE `+where)
}

// Verifies RETAIN-5.
func TestRunStepsUntilDone(t *testing.T) {
	pool := backlog(t, 4*postgres.BatchSize)
	err := postgres.RunSteps(t.Context(), time.Minute,
		postgres.BatchStep(pool, postgres.DeleteOldestSQL("notes", "at", "at < now() - $1::interval"), 2500*time.Hour+
			time.Minute),
		postgres.BatchStep(pool, postgres.UpdateOldestSQL("notes", "said = ''", "at",
			"said <> '' AND at < now() - $1::interval"), 500*time.Hour+time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	if all, said := count(t, pool, `true`), count(t, pool, `said <> ''`); all != 2500 || said != 500 {
		t.Errorf("%d rows are left, %d of them as they were", all, said)
	}
}

// Verifies RETAIN-5.
func TestRunStepsStopsAtTimeout(t *testing.T) {
	pool := backlog(t, 3*postgres.BatchSize)
	forget := postgres.BatchStep(pool, postgres.DeleteOldestSQL("notes", "at", "at < now()"))
	steps := 0
	stalled := func(ctx context.Context) (bool, error) {
		if steps++; steps < 3 {
			return true, nil
		}
		<-ctx.Done() // a database that does not answer
		return false, ctx.Err()
	}
	if err := postgres.RunSteps(t.Context(), 20*time.Second, forget, stalled); !errors.Is(err, postgres.ErrUnfinished) {
		t.Errorf("ended with %v", err)
	}
	if n := count(t, pool, `true`); n != 0 {
		t.Errorf("%d rows are left: one step kept the other waiting", n)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := postgres.RunSteps(ended, time.Minute, forget); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped with %v", err)
	}
}

func TestFailedStepDoesNotBlockOthers(t *testing.T) {
	pool := backlog(t, 2*postgres.BatchSize)
	tries := 0
	err := postgres.RunSteps(t.Context(), time.Minute,
		func(context.Context) (bool, error) { tries++; return true, errors.New("no such table") },
		postgres.BatchStep(pool, postgres.DeleteOldestSQL("notes", "at", "at < now()")))
	if err == nil || !strings.Contains(err.Error(), "no such table") || tries != 1 {
		t.Errorf("%d tries, %v", tries, err)
	}
	if n := count(t, pool, `true`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}

// TestBatchSkipsLockedRows has a writer whose transaction holds a row that is to be deleted.
// Verifies RETAIN-5.
func TestBatchSkipsLockedRows(t *testing.T) {
	pool := backlog(t, 3)
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, tx, `SELECT FROM notes WHERE at = (SELECT max(at) FROM notes) FOR SHARE`)
	forget := postgres.BatchStep(pool, postgres.DeleteOldestSQL("notes", "at", "at < now()"))
	if err := postgres.RunSteps(t.Context(), time.Minute, forget); err != nil {
		t.Fatal(err)
	}
	if n := count(t, pool, `true`); n != 1 {
		t.Errorf("%d rows are left while one is in use", n)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := postgres.RunSteps(t.Context(), time.Minute, forget); err != nil || count(t, pool, `true`) != 0 {
		t.Errorf("it is there after its writer: %v", err)
	}
}

func TestBatchUsesIndex(t *testing.T) {
	pool := backlog(t, 100*postgres.BatchSize)
	testkit.Fill(t, pool, `ANALYZE notes`)
	steps, buffers := testkit.Explain(t, pool, postgres.DeleteOldestSQL("notes", "at", "at < now()"))
	plan := strings.Join(steps, ", ")
	if !strings.Contains(plan, "Tid Scan") || !strings.Contains(plan, "Index Scan notes_age") ||
		strings.Contains(plan, "Seq Scan") {
		t.Errorf("planned as %s", plan)
	}
	if buffers > 10*postgres.BatchSize {
		t.Errorf("%d buffers for a batch of %d", buffers, postgres.BatchSize)
	}
}

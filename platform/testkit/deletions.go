package testkit

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// RecordDeletions records from now on how many rows each statement deletes from some tables: the
// function that it returns gives the most rows that one statement deleted so far.
func RecordDeletions(t testing.TB, pool *pgxpool.Pool, tables ...string) (largest func() int) {
	t.Helper()
	statements := []string{
		`CREATE TABLE deletions (rows integer)`,
		`CREATE FUNCTION record_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN INSERT INTO deletions SELECT count(*) FROM gone; RETURN NULL; END $$`,
	}
	for _, table := range tables {
		statements = append(statements,
			`CREATE TRIGGER deletion AFTER DELETE ON `+table+
				` REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_deletion()`)
	}
	for _, statement := range statements {
		Exec(t, pool, statement)
	}
	return func() int {
		t.Helper()
		return QueryOne[int](t, pool, `SELECT coalesce(max(rows), 0) FROM deletions`)
	}
}

// WaitForLock waits until a session of the database waits for a lock.
func WaitForLock(t testing.TB, pool *pgxpool.Pool, what string) {
	t.Helper()
	Eventually(t, what, func() bool {
		var waiting bool
		_ = pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
			WHERE NOT granted AND datname = current_database())`).Scan(&waiting)
		return waiting
	})
}

// CheckNoDeadlock fails the test if PostgreSQL resolved a deadlock in the database of a pool.
// Sessions report their deadlocks when they end.
func CheckNoDeadlock(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	deadlocks := QueryOne[int](t, pool, `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`)
	if deadlocks > 0 {
		t.Errorf("%d deadlocks", deadlocks)
	}
}

package testkit

import (
	"context"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Executor is a pool, connection or transaction.
type Executor interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Exec runs a statement and fails the test when PostgreSQL refuses it. On a pool's connection it may take two minutes:
// a busy machine inserts a hundred thousand rows in more than the ten seconds that a service's statements have.
func Exec(t testing.TB, db Executor, sql string, args ...any) {
	t.Helper()
	pool, ok := db.(*pgxpool.Pool)
	if !ok || os.Getenv("TEST_PGBOUNCER") != "" { // behind the pooler a setting would stay with another's session
		execute(t, t.Context(), db, sql, args...)
		return
	}
	if err := pool.AcquireFunc(t.Context(), func(c *pgxpool.Conn) error {
		execute(t, t.Context(), c, `SET statement_timeout = '2min'`)
		execute(t, t.Context(), c, sql, args...)
		_, err := c.Exec(t.Context(), `RESET statement_timeout`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// QueryOne returns the only column of a query's first row and fails the test when there is none.
func QueryOne[T any](t testing.TB, db Executor, sql string, args ...any) (value T) {
	t.Helper()
	if err := db.QueryRow(t.Context(), sql, args...).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

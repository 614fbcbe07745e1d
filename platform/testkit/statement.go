package testkit

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// Executor is a pool, connection or transaction.
type Executor interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Exec runs a statement and fails the test when PostgreSQL refuses it.
func Exec(t testing.TB, db Executor, sql string, args ...any) {
	t.Helper()
	execute(t, t.Context(), db, sql, args...)
}

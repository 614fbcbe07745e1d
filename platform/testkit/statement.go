package testkit

import (
	"context"
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

// Exec runs a statement and fails the test when PostgreSQL refuses it.
func Exec(t testing.TB, db Executor, sql string, args ...any) {
	t.Helper()
	execute(t, t.Context(), db, sql, args...)
}

// Fill is Exec for a statement about thousands of rows, on a connection of its own: a busy machine takes longer for
// them than the ten seconds that the statements of a pool have.
func Fill(t testing.TB, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	execute(t, t.Context(), conn, sql, args...)
}

// QueryOne returns the only column of a query's first row and fails the test when there is none.
func QueryOne[T any](t testing.TB, db Executor, sql string, args ...any) (value T) {
	t.Helper()
	if err := db.QueryRow(t.Context(), sql, args...).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

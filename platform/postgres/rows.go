package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// Queryer is a pool or a transaction.
type Queryer interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// QueryRows returns what a query finds, each row as read makes it. Its error is one of Fault.
func QueryRows[T any](ctx context.Context, q Queryer, read pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	rows, _ := q.Query(ctx, sql, args...) // the rows have its error
	found, err := pgx.CollectRows(rows, read)
	return found, Fault(err)
}

// QueryRow returns the one row that a query finds, or the error none. Another error is one of
// Fault.
func QueryRow[T any](
	ctx context.Context, q Queryer, none error, read pgx.RowToFunc[T], sql string, args ...any,
) (T, error) {
	rows, _ := q.Query(ctx, sql, args...) // the rows have its error
	found, err := pgx.CollectExactlyOneRow(rows, read)
	if errors.Is(err, pgx.ErrNoRows) {
		err = none
	}
	return found, Fault(err)
}

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/identity/internal/identity"
)

// The names of the operators' acts in the audit log.
const (
	actReserve = "reserve-handle"
	actRelease = "release-handle"
)

// checkNotReserved rejects a reserved handle, by the primary key of reserved_handles.
func checkNotReserved(ctx context.Context, tx pgx.Tx, handle string) error {
	var reserved bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM reserved_handles WHERE x_handle = lower($1))`,
		handle).Scan(&reserved)
	if err == nil && reserved {
		err = identity.ErrHandleReserved
	}
	return err
}

// Reserve reserves a handle and records the operator's act.
func (s *Store) Reserve(ctx context.Context, handle, note string) error {
	return s.changeReserved(ctx, actReserve,
		`INSERT INTO reserved_handles (x_handle) VALUES ($1) ON CONFLICT DO NOTHING`, handle,
		note, identity.ErrHandleKept)
}

// Release releases a handle and records the operator's act.
func (s *Store) Release(ctx context.Context, handle, note string) error {
	return s.changeReserved(ctx, actRelease, `DELETE FROM reserved_handles WHERE x_handle = $1`, handle, note,
		identity.ErrHandleFree)
}

func (s *Store) changeReserved(ctx context.Context, act, change, handle, note string, unchanged error) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		changed, err := tx.Exec(ctx, change, handle)
		if err == nil && changed.RowsAffected() == 0 {
			err = unchanged
		}
		if err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, act, handle, note)
	}))
}

// Reserved returns up to n reserved handles after one, by their primary key.
func (s *Store) Reserved(ctx context.Context, after string, n int) ([]string, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowTo[string],
		`SELECT x_handle FROM reserved_handles WHERE x_handle > $1 ORDER BY x_handle LIMIT $2`, after, n)
}

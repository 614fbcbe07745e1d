package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/identity/internal/identity"
)

// The names of the operators' acts in the audit log.
const (
	actReserve     = "reserve-handle"
	actRelease     = "release-handle"
	actTake        = "take-handle"
	actEarlyAccess = "delete-early-access"
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
	return s.changeHandles(ctx, actReserve, handle, insertReserved, handle, note, identity.ErrHandleKept)
}

const insertReserved = `INSERT INTO reserved_handles (x_handle) VALUES ($1) ON CONFLICT DO NOTHING`

// Release releases a handle and records the operator's act.
func (s *Store) Release(ctx context.Context, handle, note string) error {
	return s.changeHandles(ctx, actRelease, handle, `DELETE FROM reserved_handles WHERE x_handle = $1`, handle, note,
		identity.ErrHandleFree)
}

// DeleteEarlyAccess deletes a name for early access, by early_access_once, and records the operator's act without
// the name, which would stay with the act.
func (s *Store) DeleteEarlyAccess(ctx context.Context, handle, note string) error {
	return s.changeHandles(ctx, actEarlyAccess, "1 name", `DELETE FROM early_access_users WHERE lower(x_handle) = $1`,
		handle, note, identity.ErrEarlyAccessNotFound)
}

// changeHandles runs a change of one row by a handle and records the operator's act on the subject.
func (s *Store) changeHandles(ctx context.Context, act, subject, change, handle, note string, unchanged error) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		changed, err := tx.Exec(ctx, change, handle)
		if err == nil && changed.RowsAffected() == 0 {
			err = unchanged
		}
		if err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, act, subject, note)
	}))
}

// lockReserved waits for transactions that found a handle not reserved, also of programs of the last release, and
// has later ones wait for this one: else one that waits for the handle's row would have the handle after all. It is
// the first lock of its transaction.
const lockReserved = `LOCK TABLE reserved_handles`

// replaceHandle relies on users_handle_once.
const replaceHandle = `
UPDATE users SET x_handle = $2 WHERE lower(x_handle) = $1 AND superseded_by IS NULL RETURNING account`

// replaceFormer relies on users_account.
const replaceFormer = `UPDATE users SET x_handle = $2 WHERE account = $1 AND superseded_by IS NOT NULL`

// TakeHandle has the account of a handle have another one, also with its replaced keys, and a private profile,
// reserves the handle and records the operator's act.
func (s *Store) TakeHandle(ctx context.Context, handle, other, note string) (user identity.User, err error) {
	user.Handle = other
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		if _, err := tx.Exec(ctx, lockReserved); err != nil {
			return nil, err
		}
		if _, err := tx.Exec(ctx, insertReserved, handle); err != nil {
			return nil, err
		}
		err := tx.QueryRow(ctx, replaceHandle, handle, other).Scan(&user.Account)
		if errors.Is(err, pgx.ErrNoRows) { // or it waited while its key was replaced, and the successor has it
			err = tx.QueryRow(ctx, replaceHandle, handle, other).Scan(&user.Account)
		}
		if errors.Is(err, pgx.ErrNoRows) {
			err = identity.ErrHandleNotFound
		}
		if err != nil {
			return nil, err
		}
		if _, err := tx.Exec(ctx, replaceFormer, user.Account, other); err != nil {
			return nil, err
		}
		facts, err := changeProfile(ctx, tx, &user, new(true))
		if err != nil {
			return nil, err
		}
		return facts, operator.RecordAct(ctx, tx, actTake, handle, note)
	})
	return user, toDomainError(err)
}

// Reserved returns up to n reserved handles after one, by their primary key.
func (s *Store) Reserved(ctx context.Context, after string, n int) ([]string, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowTo[string],
		`SELECT x_handle FROM reserved_handles WHERE x_handle > $1 ORDER BY x_handle LIMIT $2`, after, n)
}

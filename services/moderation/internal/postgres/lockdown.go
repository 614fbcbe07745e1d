package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/internal/policy"
)

// The acts of operators, as the audit has them.
const (
	actLockdownOn  = "lockdown-on"
	actLockdownOff = "lockdown-off"
)

const selectLockdown = `SELECT lockdown_until AS expires, lockdown_reason AS reason, lockdown_operator AS operator,
	lockdown_since AS created FROM policy WHERE lockdown_until > now()`

// Lockdown returns the present lockdown, or nil.
func (s *Store) Lockdown(ctx context.Context) (*policy.Lockdown, error) {
	l, err := database.QueryRow(ctx, s.pool, errNoRow, pgx.RowToAddrOfStructByName[policy.Lockdown], selectLockdown)
	if errors.Is(err, errNoRow) {
		return nil, nil
	}
	return l, err
}

// BeginLockdown begins a lockdown, or changes the present one.
func (s *Store) BeginLockdown(
	ctx context.Context, length time.Duration, reason string,
) (l *policy.Lockdown, err error) {
	name, err := operator.Name(ctx)
	if err != nil {
		return nil, err
	}
	err = s.change(ctx, func(tx pgx.Tx) (act, subject, note string, err error) {
		_, err = tx.Exec(ctx, `UPDATE policy SET lockdown_until = now() + $1::interval, lockdown_since = now(),
			lockdown_reason = $2, lockdown_operator = $3`, length, reason, name)
		if err != nil {
			return "", "", "", err
		}
		l, err = database.QueryRow(ctx, tx, errNoRow, pgx.RowToAddrOfStructByName[policy.Lockdown], selectLockdown)
		return actLockdownOn, length.String(), reason, err
	})
	return l, err
}

// EndLockdown ends the lockdown.
func (s *Store) EndLockdown(ctx context.Context, reason string) error {
	return s.change(ctx, func(tx pgx.Tx) (act, subject, note string, err error) {
		ended, err := tx.Exec(ctx, `UPDATE policy SET lockdown_until = NULL WHERE lockdown_until > now()`)
		if err == nil && ended.RowsAffected() == 0 {
			err = policy.ErrNoLockdown
		}
		return actLockdownOff, "", reason, err
	})
}

package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/identity/internal/identity"
)

// selectUnchanged relies on users_account_once and the primary key of profiles.
const selectUnchanged = `
SELECT x_handle, is_private FROM users JOIN profiles USING (account)
WHERE account = $1 AND superseded_by IS NULL AND $2 IN (x_handle, '') AND is_private = coalesce($3, is_private)`

// UpdateProfile changes the handle of the session's user, unless it is reserved, and whether the
// profile is public; what is so already is no event, because each costs others the time to apply it. It
// relies on users_account_once and users_handle_once.
func (s *Store) UpdateProfile(
	ctx context.Context, of identity.Session, to identity.ProfileChange,
) (changed identity.User, err error) {
	changed = of.User
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		err := tx.QueryRow(ctx, selectUnchanged, of.User.Account, to.Handle, to.IsPrivate).
			Scan(&changed.Handle, &changed.IsPrivate)
		if !errors.Is(err, pgx.ErrNoRows) {
			return nil, err
		}
		if changed.Handle, err = setHandle(ctx, tx, of.User, to.Handle); err != nil {
			return nil, err
		}
		return changeProfile(ctx, tx, &changed, to.IsPrivate)
	})
	return changed, toDomainError(err)
}

// changeProfile changes whether the profile of a user is private, unless isPrivate is nil, and returns the event
// that it has changed, or its handle has.
func changeProfile(ctx context.Context, tx pgx.Tx, of *identity.User, isPrivate *bool) ([]events.Event, error) {
	var version int64
	var at time.Time
	err := tx.QueryRow(ctx, upsertProfile, of.Account, isPrivate).Scan(&of.IsPrivate, &version, &at)
	if err != nil {
		return nil, err
	}
	return events.One(profileChangedEvent(ctx, *of, version, at))
}

// sqlNow is a version: higher than those that a database knew before it was restored.
const sqlNow = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

// upsertProfile relies on the primary key; concurrent changes of an account wait for its row.
const upsertProfile = `
INSERT INTO profiles AS known (account, is_private, version) VALUES ($1, coalesce($2, false), ` + sqlNow + `)
ON CONFLICT (account) DO UPDATE SET is_private = coalesce($2, known.is_private), version = greatest(known.version + 1, ` + sqlNow + `)
RETURNING is_private, version, now()`

// respellHandle locks the user also when the handle stays as it is, so that the event has the newest one.
const respellHandle = `
UPDATE users SET x_handle = coalesce(nullif($2, ''), x_handle)
WHERE account = $1 AND superseded_by IS NULL AND lower($2) IN (lower(x_handle), '')
RETURNING x_handle`

// setHandle changes the handle of a user, whose key may have been replaced meanwhile, which ended the
// session, and returns the handle; an empty one stays as it is. Another spelling of a reserved one that the
// account has is no change.
func setHandle(ctx context.Context, tx pgx.Tx, of identity.User, handle string) (kept string, err error) {
	err = tx.QueryRow(ctx, respellHandle, of.Account, handle).Scan(&kept)
	if !errors.Is(err, pgx.ErrNoRows) {
		return kept, err
	}
	if handle == "" {
		return "", identity.ErrNotProven
	}
	if err := checkNotReserved(ctx, tx, handle); err != nil {
		return "", err
	}
	changed, err := tx.Exec(ctx, `UPDATE users SET x_handle = $2 WHERE account = $1 AND superseded_by IS NULL`,
		of.Account, handle)
	if err == nil && changed.RowsAffected() == 0 {
		err = identity.ErrNotProven
	}
	return handle, err
}

// selectProfile relies on users_handle_once, users_account and the primary key of profiles.
const selectProfile = `
SELECT x_handle AS handle,
	(SELECT date_trunc('day', min(first.created_at), 'UTC') FROM users first WHERE first.account = users.account) AS created
FROM users
WHERE lower(x_handle) = lower($1) AND superseded_by IS NULL
	AND NOT coalesce((SELECT is_private FROM profiles WHERE profiles.account = users.account), false)`

// Profile returns the public profile of a handle, or identity.ErrProfileNotFound.
func (s *Store) Profile(ctx context.Context, handle string) (identity.Profile, error) {
	return database.QueryRow(ctx, s.pool, identity.ErrProfileNotFound, pgx.RowToStructByName[identity.Profile],
		selectProfile, handle)
}

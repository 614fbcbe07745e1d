package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/identity/internal/identity"
)

// userColumns are those of a new user, and selectUser those of type userRow, by the primary key of
// profiles.
const (
	userColumns = `public_key, verify_key, account, x_handle`
	selectUser  = userColumns + `,
	coalesce((SELECT is_private FROM profiles WHERE profiles.account = users.account), false) AS is_private`
)

// User returns the user of a key that was not replaced, or identity.ErrKeyUnknown. It relies on the
// primary key.
func (s *Store) User(ctx context.Context, key identity.PublicKey) (identity.User, error) {
	return s.user(ctx, `public_key = $1`, key)
}

// UserByKeyHash returns the user by the SHA-256 of the key's hex text. It relies on the index
// users_public_key_hash.
func (s *Store) UserByKeyHash(ctx context.Context, hash identity.PublicKey) (identity.User, error) {
	return s.user(ctx, `sha256(public_key::bytea) = decode($1, 'hex')`, hash)
}

func (s *Store) user(ctx context.Context, condition string, key identity.PublicKey) (identity.User, error) {
	found, err := database.QueryRow(ctx, s.pool, identity.ErrKeyUnknown, pgx.RowToStructByName[userRow],
		`SELECT `+selectUser+` FROM users WHERE `+condition+` AND superseded_by IS NULL`, key)
	return found.toUser(), err
}

// Register adds the user, or finds the one with the same pair of keys, and logs in.
func (s *Store) Register(
	ctx context.Context, used identity.Challenge, wanted identity.User, in identity.Login,
) (stored identity.User, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		if err := consumeChallenge(ctx, tx, used); err != nil {
			return nil, err
		}
		added, err := tx.Exec(ctx, `INSERT INTO users (`+userColumns+
			`) VALUES ($1, $2, $3, $4) ON CONFLICT (public_key) DO NOTHING`,
			wanted.PublicKey, wanted.VerifyKey, wanted.Account, wanted.Handle)
		if err == nil && added.RowsAffected() == 1 { // who has a handle keeps it
			err = errors.Join(checkNotReserved(ctx, tx, wanted.Handle), checkNotHash(ctx, tx, wanted.PublicKey))
		}
		if err != nil {
			return nil, err
		}
		rows, _ := tx.Query(ctx, `SELECT `+selectUser+` FROM users WHERE public_key = $1 AND superseded_by IS NULL`,
			wanted.PublicKey)
		row, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[userRow])
		if errors.Is(err, pgx.ErrNoRows) || err == nil && !slices.Equal(row.VerifyKey, wanted.VerifyKey) {
			return nil, identity.ErrKeyTaken
		}
		if err != nil {
			return nil, err
		}
		stored = row.toUser()
		return logIn(ctx, tx, stored, in)
	})
	return stored, toDomainError(err)
}

// checkNotHash returns identity.ErrKeyTaken for a new key that is the hash of another key, or whose hash is one,
// also of those that were replaced. Of a key that is typed the page sends the hash, and takes the user of that
// hash for the one whose private key was typed: who registered the hash of a public key would log in all who type
// that. It relies on users_public_key_hash and the primary key.
func checkNotHash(ctx context.Context, tx pgx.Tx, key identity.PublicKey) error {
	var isHash bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM users WHERE sha256(public_key::bytea) = decode($1, 'hex'))
		OR EXISTS (SELECT FROM users WHERE public_key = encode(sha256($1::text::bytea), 'hex'))`, key).Scan(&isHash)
	if err == nil && isHash {
		err = identity.ErrKeyTaken
	}
	return err
}

// supersede replaces a key that was not replaced and returns its handle, which may have changed since it
// was read. It relies on the primary keys.
const supersede = `UPDATE users SET superseded_by = $2 WHERE public_key = $1 AND superseded_by IS NULL
RETURNING x_handle AS handle, coalesce((SELECT is_private FROM profiles WHERE profiles.account = users.account), false) AS is_private`

// Rotate replaces the user's keys, ends all sessions of the account, logs in and returns the user as it
// is then.
func (s *Store) Rotate(
	ctx context.Context, used identity.Challenge, old, successor identity.User, in identity.Login,
) (stored identity.User, err error) {
	stored = successor
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		if err := consumeChallenge(ctx, tx, used); err != nil {
			return nil, err
		}
		err := tx.QueryRow(ctx, supersede, old.PublicKey, successor.PublicKey).Scan(&stored.Handle, &stored.IsPrivate)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, identity.ErrKeyUnknown
		}
		if err != nil {
			return nil, err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO users (`+userColumns+`) VALUES ($1, $2, $3, $4)`,
			stored.PublicKey, stored.VerifyKey, stored.Account, stored.Handle); err != nil {
			return nil, err
		}
		if err := checkNotHash(ctx, tx, stored.PublicKey); err != nil {
			return nil, err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE account = $1`, old.Account); err != nil {
			return nil, err
		}
		return logIn(ctx, tx, stored, in)
	})
	return stored, toDomainError(err)
}

// NoteEarlyAccess stores a handle, once, in any letter case. For a known one, too, it writes a row, so that both take
// the same time. It relies on early_access_once.
func (s *Store) NoteEarlyAccess(ctx context.Context, handle string) error {
	_, err := s.pool.Exec(ctx, `INSERT INTO early_access_users (x_handle) VALUES ($1)
		ON CONFLICT (lower(x_handle)) DO UPDATE SET x_handle = early_access_users.x_handle`, handle)
	return database.Fault(err)
}

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

// LogIn opens a session of the user; a claim consumes no challenge.
func (s *Store) LogIn(ctx context.Context, used identity.Challenge, of identity.User, in identity.Login) error {
	return toDomainError(s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		if in.Assurance == identity.Proven {
			if err := consumeChallenge(ctx, tx, used); err != nil {
				return nil, err
			}
		}
		return logIn(ctx, tx, of, in)
	}))
}

// maxClaimed is how many sessions an account has at most that prove nothing: everybody who knows its
// public key opens as many as they like, and its owner must be able to end them all.
const maxClaimed = 20

// deleteExcessClaims deletes the claimed sessions that were seen longest ago. It relies on sessions_account.
const deleteExcessClaims = `
DELETE FROM sessions WHERE id IN (
	SELECT id FROM sessions WHERE account = $1 AND assurance = 'claimed' ORDER BY last_seen DESC, id OFFSET $2 LIMIT 1000)`

// logIn opens a session that replaces the browser's former one. A proof updates the last login and
// links the device. The key may have been replaced since the user was read: then it is unknown.
//
// The user's row is locked first, and with the strength that the update of its last login needs:
// logins that share a lock and then need a stronger one deadlock. Rotate takes its locks in the
// same order, users before sessions.
func logIn(ctx context.Context, tx pgx.Tx, of identity.User, in identity.Login) ([]events.Event, error) {
	opened, err := tx.Exec(ctx, `INSERT INTO sessions (id, account, assurance)
		SELECT $1, account, $3 FROM users WHERE public_key = $2 AND superseded_by IS NULL FOR NO KEY UPDATE`,
		in.Session, of.PublicKey, in.Assurance)
	if err != nil {
		return nil, err
	}
	if opened.RowsAffected() == 0 {
		return nil, identity.ErrKeyUnknown
	}
	if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE id = $1`, in.Replaces); err != nil {
		return nil, err
	}
	if in.Assurance != identity.Proven {
		_, err := tx.Exec(ctx, deleteExcessClaims, of.Account, maxClaimed)
		return nil, err
	}
	proven, err := tx.Exec(ctx, `UPDATE users SET last_login = now()
		WHERE public_key = $1 AND (signed_out_at > $2) IS NOT TRUE`, of.PublicKey, in.RememberedSince)
	if err != nil {
		return nil, err
	}
	if proven.RowsAffected() == 0 {
		return nil, identity.ErrSignedOut
	}
	return linkDevice(ctx, tx, of, in.Visitor)
}

// linkDevice links the device to the first account that it proves, once. It relies on the primary
// key of device_links.
func linkDevice(ctx context.Context, tx pgx.Tx, to identity.User, visitor string) ([]events.Event, error) {
	var at time.Time
	err := tx.QueryRow(ctx,
		`INSERT INTO device_links (visitor, account) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING linked_at`,
		visitor, to.Account).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return events.One(deviceLinkedEvent(ctx, visitor, to.Account, at))
}

// ConsumeChallenge invalidates a challenge; a consumed one stays consumed.
func (s *Store) ConsumeChallenge(ctx context.Context, used identity.Challenge) error {
	_, err := s.pool.Exec(ctx, insertUsedChallenge, used.Hash(), used.Expires)
	return database.Fault(err)
}

const insertUsedChallenge = `INSERT INTO used_challenges (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`

// consumeChallenge invalidates a challenge that must not be consumed yet. Of concurrent attempts at
// the same challenge, on any replica, one succeeds: the others wait for its row and then find it.
func consumeChallenge(ctx context.Context, tx pgx.Tx, used identity.Challenge) error {
	consumed, err := tx.Exec(ctx, insertUsedChallenge, used.Hash(), used.Expires)
	if err == nil && consumed.RowsAffected() == 0 {
		err = identity.ErrChallenge
	}
	return err
}

// sessionRow is a row of sessions with its user.
type sessionRow struct {
	userRow
	ID             string
	Assurance      string
	AccountCreated time.Time
}

// Session returns an open session, or the zero Session. The time at which it was seen is stored to
// the hour, so that reads seldom write. It relies on the primary key and users_account.
func (s *Store) Session(ctx context.Context, id identity.SessionID) (identity.Session, error) {
	found, err := database.QueryRow(ctx, s.pool, errNoSession, pgx.RowToStructByName[sessionRow], selectSession, id,
		identity.SessionIdle, identity.SessionLife)
	if errors.Is(err, errNoSession) {
		return identity.Session{}, nil
	}
	if err != nil {
		return identity.Session{}, err
	}
	return identity.Session{ID: identity.SessionID(found.ID), User: found.toUser(),
		Assurance: identity.Assurance(found.Assurance), AccountCreated: found.AccountCreated}, nil
}

const selectSession = `
	WITH seen AS (
	    UPDATE sessions SET last_seen = now() WHERE id = $1 AND last_seen < now() - interval '1 hour' AND ` +
	openCondition + `
	)
	SELECT id, assurance, ` + selectUser + `,
	    (SELECT min(first.created_at) FROM users first WHERE first.account = sessions.account) AS account_created
	FROM sessions JOIN users USING (account)
	WHERE id = $1 AND superseded_by IS NULL AND ` + openCondition

// openCondition selects sessions that have not ended; $2 is the idle time, $3 the total.
const openCondition = `last_seen > now() - $2::interval AND sessions.created_at > now() - $3::interval`

var errNoSession = errors.New("no session")

// LogOut ends a session, if it exists.
func (s *Store) LogOut(ctx context.Context, id identity.SessionID) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM sessions WHERE id = $1`, id)
	return database.Fault(err)
}

// LogOutEverywhere ends all sessions of the session's account, and refuses later logins of browsers that
// have kept its key since before. It relies on users_account_once and sessions_account. The user's row is
// locked first, as in logIn: a concurrent login is refused, or has its session ended.
//
// The time is truncated to the second, as a challenge's is: a browser that logs in within the second of the
// sign-out, before or after it, stays accepted.
func (s *Store) LogOutEverywhere(ctx context.Context, of identity.Session) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE users SET signed_out_at = date_trunc('second', now())
			WHERE account = $1 AND superseded_by IS NULL`, of.User.Account); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE account = $1`, of.User.Account)
		return err
	}))
}

// sweepTimeout limits one pass; the next one continues.
const sweepTimeout = 2 * time.Minute

// These rely on used_challenges_expiry, sessions_last_seen and sessions_created.
var (
	deleteExpiredChallenges = database.DeleteOldestSQL("used_challenges", "expires_at",
		"expires_at < now() - interval '1 minute'")
	deleteIdleSessions = database.DeleteOldestSQL("sessions", "last_seen", "last_seen < now() - $1::interval")
	deleteOldSessions  = database.DeleteOldestSQL("sessions", "created_at", "created_at < now() - $1::interval")
)

// Sweep deletes expired challenges and ended sessions.
func (s *Store) Sweep(ctx context.Context) error {
	return database.RunSteps(ctx, sweepTimeout,
		database.BatchStep(s.pool, deleteExpiredChallenges),
		database.BatchStep(s.pool, deleteIdleSessions, identity.SessionIdle),
		database.BatchStep(s.pool, deleteOldSessions, identity.SessionLife))
}

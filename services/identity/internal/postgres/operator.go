package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/identity/internal/identity"
)

// The names of the operators' acts in the audit log.
const (
	actRevoke    = "revoke-sessions"
	actRepublish = "republish-links"
	actProfiles  = "republish-profiles"
)

// selectRevokeTime returns the time before which sessions are ended, and whether it is in the future: clocks may
// differ by 5 s.
const selectRevokeTime = `SELECT coalesce($1, now()), coalesce($1 > now() + interval '5 s', false)`

// revokeSessionsQuery relies on the index sessions_created.
const revokeSessionsQuery = `DELETE FROM sessions WHERE id = ANY(ARRAY(
	SELECT id FROM sessions WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE))`

// RevokeSessions ends up to n sessions that were opened before a time, or before now when it is nil, or
// returns identity.ErrRevokeFuture.
func (s *Store) RevokeSessions(
	ctx context.Context, before *time.Time, n int, note string,
) (done identity.Revoked, err error) {
	err = database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var isFuture bool
		if err := tx.QueryRow(ctx, selectRevokeTime, before).Scan(&done.Before, &isFuture); err != nil {
			return err
		}
		if isFuture {
			return identity.ErrRevokeFuture
		}
		tag, err := tx.Exec(ctx, revokeSessionsQuery, done.Before, n)
		if done.Count = int(tag.RowsAffected()); err != nil || done.Count == 0 {
			return err
		}
		return operator.RecordAct(ctx, tx, actRevoke,
			fmt.Sprintf("%d before %s", done.Count, done.Before.UTC().Format(time.RFC3339)), note)
	})
	return done, database.Fault(err)
}

// selectLinks relies on the primary key.
const selectLinks = `SELECT visitor, account,
	linked_at AS linked FROM device_links WHERE visitor > $1 ORDER BY visitor LIMIT $2`

// RepublishLinks adds the events of up to n links after a visitor to the outbox again, as new
// events.
func (s *Store) RepublishLinks(
	ctx context.Context, after string, n int, note string,
) (found []identity.Link, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		if found, err = database.QueryRows(ctx, tx, pgx.RowToStructByName[identity.Link], selectLinks, after,
			n); err != nil || len(found) == 0 {
			return nil, err
		}
		for _, l := range found {
			fact, err := deviceLinkedEvent(ctx, l.Visitor, l.Account, l.Linked)
			if err != nil {
				return nil, err
			}
			facts = append(facts, fact)
		}
		return facts, operator.RecordAct(ctx, tx, actRepublish, fmt.Sprintf("%d from %s", len(found), found[0].Visitor),
			note)
	})
	return found, err
}

// raiseProfiles relies on the primary key.
const raiseProfiles = `
WITH page AS (
	SELECT account FROM profiles WHERE account > $1 ORDER BY account LIMIT $2 FOR UPDATE
), raised AS (
	UPDATE profiles SET version = greatest(version + 1, ` + sqlNow + `) FROM page WHERE page.account = profiles.account
	RETURNING profiles.account, is_private, version, now() AS changed
)
SELECT * FROM raised ORDER BY account`

// selectHandles returns the handles of accounts in their order. It is a statement of its own, after
// raiseProfiles: one that waited for a change of a profile would have the handle from before it.
const selectHandles = `SELECT x_handle FROM users WHERE account = ANY($1) AND superseded_by IS NULL ORDER BY account`

// changedProfile is a profile as its event has it.
type changedProfile struct {
	Account   uuid.UUID
	IsPrivate bool
	Version   int64
	Changed   time.Time
}

// RepublishProfiles adds the events of up to n changed profiles after an account to the outbox again,
// as new events of new versions, which replace what consumers know and this database has lost.
func (s *Store) RepublishProfiles(
	ctx context.Context, after uuid.UUID, n int, note string,
) (accounts []uuid.UUID, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		found, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[changedProfile], raiseProfiles, after, n)
		if err != nil || len(found) == 0 {
			return nil, err
		}
		for _, p := range found {
			accounts = append(accounts, p.Account)
		}
		handles, err := database.QueryRows(ctx, tx, pgx.RowTo[string], selectHandles, accounts)
		if err != nil {
			return nil, err
		}
		for i, p := range found {
			fact, err := profileChangedEvent(ctx,
				identity.User{Account: p.Account, Handle: handles[i], IsPrivate: p.IsPrivate}, p.Version, p.Changed)
			if err != nil {
				return nil, err
			}
			facts = append(facts, fact)
		}
		return facts, operator.RecordAct(ctx, tx, actProfiles,
			fmt.Sprintf("%d from %s", len(found), found[0].Account), note)
	})
	return accounts, err
}

package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/wall/internal/wall"
)

// selectNominations relies on nominations_queue (created_at DESC, id DESC) and, for the operators,
// on decisions_approved_once.
const selectNominations = `
SELECT id, wall, x_handle, reason, is_self_nomination, is_hodling, repeats, created_at AS created,
    ARRAY(SELECT operator FROM decisions WHERE nomination_id = n.id AND act = 'approve' ORDER BY created_at) AS approved_by
FROM nominations n
WHERE rejected_at IS NULL AND ($1 = '' OR wall = $1) AND (created_at, id) < ($2, $3)
ORDER BY created_at DESC, id DESC
LIMIT $4`

// Nominations returns up to n open nominations after the cursor, newest first; of both walls when
// none is named.
func (s *Store) Nominations(
	ctx context.Context, of wall.Wall, after page.TimeCursor, n int,
) ([]wall.Nomination, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[wall.Nomination], selectNominations, of, after.Key,
		after.ID, n)
}

// Approve records an operator's approval and turns the nomination into an entry when it is the last
// one required. The name is locked, so approvals are counted serially, and no nomination or opt-out
// of the name runs meanwhile.
func (s *Store) Approve(ctx context.Context, nomination uuid.UUID, by wall.Action) (onWall bool, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		onWall = false
		handle, err := database.QueryRow(ctx, tx, wall.ErrNominationNotFound, pgx.RowTo[string],
			`SELECT x_handle FROM nominations WHERE id = $1`, nomination)
		if err != nil {
			return nil, err
		}
		if err := lockHandle(ctx, tx, handle); err != nil {
			return nil, err
		}
		of, err := database.QueryRow(ctx, tx, wall.ErrNominationNotFound, pgx.RowToStructByName[subject],
			`SELECT id, wall, x_handle FROM nominations WHERE id = $1 AND rejected_at IS NULL FOR UPDATE`, nomination)
		if err != nil {
			return nil, err
		}
		if err := recordDecision(ctx, tx, wall.ActApprove, of, by); err != nil {
			return nil, err
		}
		var approvals int
		err = tx.QueryRow(ctx, `SELECT count(*) FROM decisions WHERE nomination_id = $1 AND act = 'approve'`,
			nomination).Scan(&approvals)
		if err != nil || approvals < of.Wall.Approvals() {
			return nil, err
		}
		entry, err := database.QueryRow(ctx, tx, wall.ErrNominationNotFound, pgx.RowToStructByName[wall.Entry], `
			WITH nominee AS (DELETE FROM nominations WHERE id = $1 RETURNING id, wall, x_handle, reason)
			INSERT INTO wall_entries (id, wall, x_handle, bio) SELECT id, wall, x_handle, reason FROM nominee
			RETURNING id, wall, x_handle, bio, created_at AS created, false AS has_avatar`, nomination)
		if err != nil {
			return nil, err
		}
		onWall = true
		return events.One(entryApprovedEvent(ctx, entry))
	})
	return onWall, err
}

// Reject removes a nomination from the queue.
func (s *Store) Reject(ctx context.Context, nomination uuid.UUID, by wall.Action) error {
	return s.act(ctx, wall.ActReject, by, wall.ErrNominationNotFound,
		`UPDATE nominations SET rejected_at = now() WHERE id = $1 AND rejected_at IS NULL RETURNING id, wall, x_handle`,
		nomination)
}

package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/decisions"
)

// subject is a publication that is to be withdrawn, hidden or restored.
type subject struct {
	ID         uuid.UUID
	ObjectName string
	Visitor    string
	Account    string                // empty without an account
	Withdrawn  *time.Time            // nil while it is public
	HiddenBy   publications.HiddenBy // empty while it is public, and when its visitor withdrew it
	Cleared    bool                  // an operator left it public or restored it
}

// lockPublication locks a publication until the end of the transaction, or returns none if there is
// no such row. It relies on the primary key.
func lockPublication(ctx context.Context, tx pgx.Tx, id uuid.UUID, none error) (subject, error) {
	return database.QueryRow(ctx, tx, none, pgx.RowToStructByName[subject], `
		SELECT id, object_name, visitor, coalesce(account, '') AS account, withdrawn_at AS withdrawn, coalesce(hidden_by, '') AS hidden_by,
			cleared_at IS NOT NULL AS cleared
		FROM publications WHERE id = $1 FOR NO KEY UPDATE`, id)
}

// withdraw withdraws a public publication, for its visitor when by is empty, and returns its event.
func (p subject) withdraw(
	ctx context.Context, tx pgx.Tx, by publications.HiddenBy, at time.Time,
) ([]events.Event, error) {
	var version int
	err := tx.QueryRow(ctx,
		`UPDATE publications SET withdrawn_at = $2, hidden_by = nullif($3, ''), moves = moves + 1 WHERE id = $1
		RETURNING moves`, p.ID, at, by).Scan(&version)
	if err != nil {
		return nil, err
	}
	return events.One(withdrawnEvent(ctx, p.ID, version, at))
}

// Withdraw withdraws a publication of the caller's and publishes the event in the same transaction.
// One that was hidden becomes withdrawn by its visitor, without an event. It returns the
// publication's object and when it was withdrawn first, or publications.ErrPublicationNotFound.
func (s *Store) Withdraw(
	ctx context.Context, id uuid.UUID, caller moderation.Owner, now time.Time,
) (objectName string, at time.Time, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		p, err := lockPublication(ctx, tx, id, publications.ErrPublicationNotFound)
		if err != nil {
			return nil, err
		}
		if !(moderation.Owner{Visitor: p.Visitor, Account: p.Account}).Is(caller) {
			return nil, publications.ErrPublicationNotFound
		}
		objectName = p.ObjectName
		if err := settleReports(ctx, tx, id, database.Time(now)); err != nil { // there is nothing left to review
			return nil, err
		}
		if p.Withdrawn == nil || p.HiddenBy != "" {
			if err := decisions.RecordGone(ctx, tx, decisions.KindPicture, id); err != nil {
				return nil, err
			}
		}
		if p.Withdrawn != nil {
			at = *p.Withdrawn
			_, err := tx.Exec(ctx, `UPDATE publications SET hidden_by = NULL WHERE id = $1 AND hidden_by IS NOT NULL`,
				id)
			return nil, err
		}
		at = database.Time(now)
		return p.withdraw(ctx, tx, "", at)
	})
	return objectName, at, err
}

// Withdrawn reports whether such a publication existed and is not public any more, by its primary
// key.
func (s *Store) Withdrawn(ctx context.Context, id uuid.UUID) (yes bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM publications WHERE id = $1 AND withdrawn_at IS NOT NULL)`,
		id).Scan(&yes)
	return yes, database.Fault(err)
}

// Kept returns those of the ids that belong to an artwork that was not deleted, or to a publication,
// unless its visitor withdrew it, by their primary keys.
func (s *Store) Kept(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowTo[uuid.UUID], `SELECT id FROM artworks WHERE id = ANY($1) AND NOT deleted
		UNION ALL SELECT id FROM publications WHERE id = ANY($1) AND (withdrawn_at IS NULL OR hidden_by IS NOT NULL)`,
		ids)
}

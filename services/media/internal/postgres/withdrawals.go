package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/media"
)

// Withdraw takes a publication of the caller's out of the public and tells of it in the same transaction.
// It gives the publication's object and when it was withdrawn first, or media.ErrPublicationNotFound. It
// relies on the primary key.
func (s *Store) Withdraw(ctx context.Context, id uuid.UUID, caller media.Owner, now time.Time) (objectName string, at time.Time, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		var before *time.Time
		var owner media.Owner
		err := tx.QueryRow(ctx, `SELECT object_name, withdrawn_at, visitor, coalesce(account, '') FROM publications WHERE id = $1 FOR NO KEY UPDATE`,
			id).Scan(&objectName, &before, &owner.Visitor, &owner.Account)
		if errors.Is(err, pgx.ErrNoRows) || (err == nil && !owner.Is(caller)) {
			return nil, media.ErrPublicationNotFound
		}
		if err != nil {
			return nil, err
		}
		if before != nil {
			at = *before
			return nil, nil
		}
		at = now.UTC().Truncate(time.Microsecond)
		if _, err := tx.Exec(ctx, `UPDATE publications SET withdrawn_at = $2 WHERE id = $1`, id, at); err != nil {
			return nil, err
		}
		event, err := withdrawnFact(ctx, id, at)
		return []events.Event{event}, err
	})
	return objectName, at, err
}

// Withdrawn reports whether there was such a publication and is not any more, by its primary key.
func (s *Store) Withdrawn(ctx context.Context, id uuid.UUID) (yes bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM publications WHERE id = $1 AND withdrawn_at IS NOT NULL)`, id).Scan(&yes)
	return yes, database.Fault(err)
}

// Kept gives those of the ids that an artwork or a public publication has, by their primary keys.
func (s *Store) Kept(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
	return database.Rows(ctx, s.pool, pgx.RowTo[uuid.UUID], `SELECT id FROM artworks WHERE id = ANY($1)
		UNION ALL SELECT id FROM publications WHERE id = ANY($1) AND withdrawn_at IS NULL`, ids)
}

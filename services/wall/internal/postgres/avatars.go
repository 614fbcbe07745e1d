package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/wall/internal/wall"
)

// Avatar returns the picture of an entry that visitors see.
func (s *Store) Avatar(ctx context.Context, entry uuid.UUID) ([]byte, error) {
	return database.QueryRow(ctx, s.pool, wall.ErrNoAvatar, pgx.RowTo[[]byte], `
		SELECT image FROM avatars JOIN wall_entries ON id = entry_id
		WHERE entry_id = $1 AND image IS NOT NULL AND hidden_at IS NULL`, entry)
}

// EntriesToFetch returns up to n entries whose picture was never fetched, or is due to be fetched
// again; those never fetched come first.
func (s *Store) EntriesToFetch(ctx context.Context, now time.Time, n int) ([]wall.Entry, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[wall.Entry], `
		SELECT id, wall, x_handle, bio, created_at AS created, image IS NOT NULL AS has_avatar
		FROM wall_entries LEFT JOIN avatars ON entry_id = id
		WHERE hidden_at IS NULL AND (next_at IS NULL OR next_at <= $1)
		ORDER BY next_at NULLS FIRST
		LIMIT $2`, now, n)
}

// KeepAvatar stores an entry's picture and when to fetch it again. Nil means that the source has
// none, and deletes a former one. The entry may have been removed.
func (s *Store) KeepAvatar(ctx context.Context, entry uuid.UUID, image []byte, again time.Time) error {
	_, err := s.pool.Exec(ctx, `
		INSERT INTO avatars (entry_id, image, next_at) SELECT id, $2, $3 FROM wall_entries WHERE id = $1
		ON CONFLICT (entry_id) DO UPDATE SET image = excluded.image, next_at = excluded.next_at`, entry, image, again)
	return database.Fault(err)
}

// PostponeAvatar stores when to fetch an entry's picture again; a former one stays.
func (s *Store) PostponeAvatar(ctx context.Context, entry uuid.UUID, again time.Time) error {
	_, err := s.pool.Exec(ctx, `
		INSERT INTO avatars (entry_id, next_at) SELECT id, $2 FROM wall_entries WHERE id = $1
		ON CONFLICT (entry_id) DO UPDATE SET next_at = excluded.next_at`, entry, again)
	return database.Fault(err)
}

// DeleteAvatars deletes all pictures; a pass that has not the time for all of them is continued by the next one.
func (s *Store) DeleteAvatars(ctx context.Context) error {
	return database.RunSteps(ctx, sweepTimeout,
		database.BatchStep(s.pool, database.DeleteOldestSQL("avatars", "entry_id", "true")))
}

package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/wall/internal/wall"
)

// selectEntries relies on the index wall_entries_newest (wall, created_at DESC, id DESC), which
// reads any page at the same cost.
const selectEntries = `
SELECT id, wall, x_handle, bio, created_at AS created, EXISTS (SELECT FROM avatars WHERE entry_id = id AND image IS NOT NULL) AS has_avatar
FROM wall_entries
WHERE wall = $1 AND hidden_at IS NULL AND (created_at, id) < ($2, $3)
ORDER BY created_at DESC, id DESC
LIMIT $4`

// Entries returns up to n entries of a wall after the cursor, newest first.
func (s *Store) Entries(ctx context.Context, of wall.Wall, after page.TimeCursor, n int) ([]wall.Entry, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[wall.Entry], selectEntries, of, after.Key, after.ID, n)
}

// Entry returns an entry that visitors see.
func (s *Store) Entry(ctx context.Context, id uuid.UUID) (wall.Entry, error) {
	return database.QueryRow(ctx, s.pool, wall.ErrEntryNotFound, pgx.RowToStructByName[wall.Entry], `
		SELECT id, wall, x_handle, bio, created_at AS created, false AS has_avatar
		FROM wall_entries WHERE id = $1 AND hidden_at IS NULL`, id)
}

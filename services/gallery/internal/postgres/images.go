package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// selectImage reads a picture; shown excludes withdrawn ones by the primary key of
// withdrawn_images. Written as NOT EXISTS it would be a join, and the planner might read that whole
// table.
const (
	selectImage = `
SELECT id, object_name, type, action, scene, style,
    coalesce(signature, '') AS signature, coalesce(caption, '') AS caption, likes, created_at AS created,
    variants, placeholder, source
FROM generated_images`
	isShown = `coalesce((SELECT restored_at IS NOT NULL FROM withdrawn_images WHERE image_id = id), true)`
)

// selectNewest relies on the index generated_images_newest (type, created_at DESC, id DESC), which
// reads any page at the same cost.
const selectNewest = selectImage + `
WHERE type = $1 AND (created_at, id) < ($2, $3) AND ` + isShown + `
ORDER BY created_at DESC, id DESC
LIMIT $4`

// ListImages returns up to n pictures of a type after the cursor, newest first.
func (s *Store) ListImages(ctx context.Context, t gallery.Type, after page.TimeCursor, n int) ([]gallery.Image, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[gallery.Image], selectNewest, t, after.Key, after.ID,
		n)
}

// selectOne relies on the primary key.
const selectOne = selectImage + `
WHERE id = $1 AND ` + isShown

// Image returns one picture, or ErrNotFound if it does not exist or was withdrawn.
func (s *Store) Image(ctx context.Context, id uuid.UUID) (gallery.Image, error) {
	return database.QueryRow(ctx, s.pool, gallery.ErrNotFound, pgx.RowToStructByName[gallery.Image], selectOne, id)
}

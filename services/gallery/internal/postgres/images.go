package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// selectImage reads a picture and, by the primary key of authors, its author's handle as it is now;
// shown excludes withdrawn ones by the primary key of withdrawn_images. Written as NOT EXISTS it
// would be a join, and the planner might read that whole table.
const (
	imageColumns = `
    id, object_name, type, action, scene, style,
    coalesce(signature, '') AS signature, coalesce(caption, '') AS caption, likes, created_at AS created,
    variants, placeholder, source, has_texts,
    coalesce((SELECT a.handle FROM authors a WHERE a.account = generated_images.account), '') AS handle`
	selectImage = `
SELECT ` + imageColumns + `
FROM generated_images`
	isShown = `coalesce((SELECT restored_at IS NOT NULL FROM withdrawn_images WHERE image_id = id), true)`
)

// selectOne relies on the primary key.
const selectOne = selectImage + `
WHERE id = $1 AND ` + isShown

// Image returns one picture, or ErrNotFound if it does not exist or was withdrawn.
func (s *Store) Image(ctx context.Context, id uuid.UUID) (gallery.Image, error) {
	return database.QueryRow(ctx, s.pool, gallery.ErrNotFound, pgx.RowToStructByName[gallery.Image], selectOne, id)
}

package postgres

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// like locks the picture first, so that two likes of it cannot deadlock and an unknown id adds nothing;
// then the row is added unless it is there, and the count follows the row.
const like = `
WITH image AS MATERIALIZED (
    SELECT id FROM generated_images WHERE id = $1 AND ` + shown + ` FOR NO KEY UPDATE
), added AS (
    INSERT INTO likes (image_id, visitor) SELECT id, $2 FROM image ON CONFLICT ON CONSTRAINT likes_once DO NOTHING
    RETURNING image_id
)
UPDATE generated_images SET likes = likes + (SELECT count(*) FROM added) WHERE id = (SELECT id FROM image)
RETURNING likes`

// Like records the like unless it is there and gives the picture's count, or ErrNotFound.
func (s *Store) Like(ctx context.Context, image uuid.UUID, visitor string) (likes int, err error) {
	err = s.pool.QueryRow(ctx, like, image, visitor).Scan(&likes)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, gallery.ErrNotFound
	}
	return likes, database.Fault(err)
}

// Liked gives those of the pictures that the visitor likes, by the primary key of likes.
func (s *Store) Liked(ctx context.Context, images []uuid.UUID, visitor string) ([]uuid.UUID, error) {
	rows, err := s.pool.Query(ctx, `SELECT image_id FROM likes WHERE image_id = ANY ($1) AND visitor = $2`, images, visitor)
	if err != nil {
		return nil, database.Fault(err)
	}
	liked, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return liked, database.Fault(err)
}

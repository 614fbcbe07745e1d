package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// selectLiked relies on the primary keys of likes and account_likes.
const selectLiked = `
SELECT image_id AS id, bool_or(deferred) AS deferred FROM (
    SELECT image_id, NOT counted AS deferred FROM likes WHERE image_id = ANY ($1) AND visitor = $2
    UNION ALL
    SELECT image_id, false FROM account_likes WHERE image_id = ANY ($1) AND account = $3
) liked GROUP BY image_id`

// LikedImages returns those of the pictures that the device or the account likes, each once, and
// whether a like of the device is deferred.
func (s *Store) LikedImages(
	ctx context.Context, images []uuid.UUID, by gallery.Identity,
) ([]gallery.LikedImage, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[gallery.LikedImage], selectLiked, images, by.Visitor,
		by.Account)
}

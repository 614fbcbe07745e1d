package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// laneRetention is how long the likes of a lane at a picture are counted together. A lane is a hash
// of the address's prefix.
const laneRetention = 7 * 24 * time.Hour

// sweepTimeout limits one pass; the next one continues.
const sweepTimeout = 2 * time.Minute

// deleteLanes relies on lane_likes_age.
var deleteLanes = database.DeleteOldestSQL("lane_likes", "created_at", "created_at < now() - $1::interval")

// lockFinal locks pictures that are withdrawn for good and still have their texts, so that their words
// are not indexed meanwhile. It relies on withdrawn_images_final.
var lockFinal = fmt.Sprintf(`SELECT image_id FROM withdrawn_images w JOIN generated_images ON id = image_id
	WHERE w.version = %d AND NOT erased LIMIT %d FOR UPDATE SKIP LOCKED`, gallery.FinalVersion, database.BatchSize)

// eraseLocked leaves what Artwork.WithoutTexts does, and the likes. It relies on the primary keys.
const eraseLocked = `
WITH words AS (UPDATE image_words SET words = '', style = '' WHERE image_id = ANY ($1)),
    ranks AS (UPDATE image_ranks SET style = '' WHERE image_id = ANY ($1)),
    withdrawn AS (UPDATE withdrawn_images SET erased = true WHERE image_id = ANY ($1))
UPDATE generated_images SET prompt = '', action = '', scene = '', style = '', signature = NULL, caption = NULL, placeholder = '',
    traits = '{}', seed = 0, account = NULL, handle = NULL, has_texts = false
WHERE id = ANY ($1)`

// Sweep deletes what is kept of lanes for too long, and the texts of pictures that are withdrawn for
// good.
func (s *Store) Sweep(ctx context.Context) error {
	return database.RunSteps(ctx, sweepTimeout, database.BatchStep(s.pool, deleteLanes, laneRetention), s.eraseTexts)
}

func (s *Store) eraseTexts(ctx context.Context) (more bool, err error) {
	err = inRankTx(ctx, s, func(tx pgx.Tx) error {
		final, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], lockFinal)
		if err != nil {
			return err
		}
		more = len(final) == database.BatchSize
		_, err = tx.Exec(ctx, eraseLocked, final)
		return err
	})
	return more, database.Fault(err)
}

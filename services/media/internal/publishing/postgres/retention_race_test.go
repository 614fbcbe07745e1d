package postgres_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/retentiontest"
	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

// Verifies RETAIN-5.
func TestRetentionAndWritersDoNotDeadlock(t *testing.T) {
	week := time.Now().Add(-7 * 24 * time.Hour)
	retentiontest.Race{
		Insert: []string{
			`INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at)
				SELECT id, 'ann', 'meme', '', '', '', '', 'ai-generations/' || id || '.png', $2 FROM unnest($1::uuid[]) id`,
		},
		Expire: func(pool *pgxpool.Pool) func(context.Context) error {
			retention := postgres.NewRetention(pool)
			return func(ctx context.Context) error {
				return retention.Expire(ctx, publications.Cutoffs{Unpublished: week, Lanes: week, Notes: week})
			}
		},
		Writers: func(pool *pgxpool.Pool) []retentiontest.Writer {
			store := postgres.NewStore(pool, events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media"))
			publish := func(ctx context.Context, id uuid.UUID) error {
				_, err := store.Publish(ctx, publications.Publication{
					ID: uuid.New(), Artwork: publications.Artwork{ID: id, Visitor: "ann"},
					ObjectName: fmt.Sprintf("memes/%s.png", id),
					Created:    time.Now(), Intent: idempotency.NewRequest(id.String(), nil),
				})
				return err
			}
			return []retentiontest.Writer{{
				Name: "published", Write: publish, Expired: publications.ErrArtworkNotFound,
				Count: `SELECT count(*) FROM artworks WHERE id = ANY($1)`,
			}}
		},
	}.Run(t)
}

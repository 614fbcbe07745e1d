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
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/postgres/retentiontest"
	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

const insertOldArtworks = `INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at)
	SELECT id, 'ann', 'meme', '', '', '', '', 'ai-generations/' || id || '.png', $2 FROM unnest($1::uuid[]) id`

// expireOldArtworks returns passes of now.
func expireOldArtworks(pool *pgxpool.Pool) func(context.Context) error {
	retention := postgres.NewRetention(pool, newRelay(pool))
	return func(ctx context.Context) error { return retention.Expire(ctx, time.Now()) }
}

// newRelay returns a relay whose events stay in the outbox.
func newRelay(pool *pgxpool.Pool) *events.Relay {
	return events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media")
}

func newStore(pool *pgxpool.Pool) *postgres.Store { return postgres.NewStore(pool, newRelay(pool)) }

// publisher returns a writer that publishes artworks; count counts those that are there.
func publisher(pool *pgxpool.Pool, count string) retentiontest.Writer {
	store := newStore(pool)
	publish := func(ctx context.Context, id uuid.UUID) error {
		_, err := store.Publish(ctx, publications.Publication{
			ID: uuid.New(), Artwork: publications.Artwork{ID: id, Visitor: "ann"},
			ObjectName: fmt.Sprintf("memes/%s.png", id),
			Created:    time.Now(), Intent: idempotency.NewRequest(id.String(), nil),
		})
		return err
	}
	return retentiontest.Writer{Name: "published", Write: publish, Expired: publications.ErrArtworkNotFound,
		Count: count}
}

// Verifies RETAIN-5.
func TestRetentionAndWritersDoNotDeadlock(t *testing.T) {
	retentiontest.Race{
		Insert: []string{insertOldArtworks},
		Expire: expireOldArtworks,
		Writers: func(pool *pgxpool.Pool) []retentiontest.Writer {
			return []retentiontest.Writer{publisher(pool, `SELECT count(*) FROM artworks WHERE id = ANY($1)`)}
		},
	}.Run(t)
}

// TestWithdrawnArtworksArePublishedOrDeleted has artworks with a withdrawn publication and a public
// one, which are withdrawn and published again meanwhile.
// Verifies RETAIN-8.
func TestWithdrawnArtworksArePublishedOrDeleted(t *testing.T) {
	const insertPublications = `INSERT INTO publications
			(id, artwork_id, visitor, idempotency_key, input_hash, overlays, object_name, created_at, withdrawn_at)
		SELECT CASE WHEN public THEN id ELSE gen_random_uuid() END, id, 'ann', public || id::text, '', '[]', public || id::text,
			$2::timestamptz, CASE WHEN NOT public THEN $2 END
		FROM unnest($1::uuid[]) id, unnest(ARRAY[true, false]) public`
	retentiontest.Race{
		Insert: []string{insertOldArtworks, insertPublications},
		Expire: expireOldArtworks,
		Writers: func(pool *pgxpool.Pool) []retentiontest.Writer {
			store := newStore(pool)
			withdraw := func(ctx context.Context, id uuid.UUID) error {
				_, _, err := store.Withdraw(ctx, id, moderation.Owner{Visitor: "ann"}, time.Now())
				return err
			}
			return []retentiontest.Writer{
				publisher(pool, `SELECT count(*) FROM artworks WHERE id = ANY($1) AND NOT deleted`),
				{Name: "withdrawn", Write: withdraw, Expired: publications.ErrPublicationNotFound,
					Count: `SELECT count(*) FROM publications WHERE id = ANY($1) AND withdrawn_at IS NOT NULL`},
			}
		},
	}.Run(t)
}

package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/postgres/retentiontest"
	"mcwick.example/services/media/internal/video/postgres"
	"mcwick.example/services/media/internal/video/videos"
)

// Verifies RETAIN-5.
func TestRetentionAndWritersDoNotDeadlock(t *testing.T) {
	retentiontest.Race{
		Insert: []string{
			`INSERT INTO speeches (id, visitor, sound, text, duration_ms, words, created_at)
				SELECT id, 'ann', id, '', 1, '[]', $2 FROM unnest($1::uuid[]) id`,
			`INSERT INTO videos (id, visitor, sound, category, pfp, description, duration_ms, created_at)
				SELECT id, 'ann', gen_random_uuid(), '', '', '', 1, $2 FROM unnest($1::uuid[]) id`,
		},
		Expire: func(pool *pgxpool.Pool) func(context.Context) error {
			relay := events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media")
			retention := postgres.NewRetention(pool, relay)
			return func(ctx context.Context) error { return retention.Expire(ctx, time.Now()) }
		},
		Writers: func(pool *pgxpool.Pool) []retentiontest.Writer {
			store := postgres.NewStore(pool, events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media"))
			share := func(ctx context.Context, id uuid.UUID) error {
				_, err := store.Share(ctx, videos.Sharing{ID: id, Owner: moderation.Owner{Visitor: "ann"},
					Time: time.Now()})
				return err
			}
			copySpeech := func(ctx context.Context, id uuid.UUID) error {
				_, err := store.CopySpeech(ctx, videos.Original{ID: id},
					videos.SpeechCopy{ID: uuid.NewSHA1(id, nil), Visitor: "bob", Created: time.Now()})
				return err
			}
			return []retentiontest.Writer{
				{
					Name: "shared", Write: share, Expired: videos.ErrVideoNotFound,
					Count: `SELECT count(*) FROM videos WHERE id = ANY($1)`,
				},
				{
					Name: "copied", Write: copySpeech, Expired: videos.ErrSpeechNotFound,
					Count: `SELECT count(*) FROM speeches
						WHERE sound = ANY($1) AND 'speech/' || sound || '.mp3' NOT IN (SELECT object_name FROM object_deletions)`,
				},
			}
		},
	}.Run(t)
}

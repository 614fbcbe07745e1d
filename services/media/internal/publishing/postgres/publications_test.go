package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/page"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/publishing/publications"
)

// newRelay returns a relay whose events stay in the outbox.
func newRelay(pool *pgxpool.Pool) *events.Relay {
	return events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media")
}

// TestDeepPagesCostAsMuchAsTheFirst has a device and an account with 5,000 publications each, some
// of them shared.
func TestDeepPagesCostAsMuchAsTheFirst(t *testing.T) {
	t.Parallel()
	const each, size = 5000, 25
	pool := testkit.Database(t, migrations.Schema)
	store := NewStore(pool, newRelay(pool))
	artwork := publications.Artwork{ID: uuid.New(), Visitor: "device3", Type: publications.TypeMeme,
		Created: time.Now()}
	if err := store.AddArtwork(t.Context(), artwork); err != nil {
		t.Fatal(err)
	}
	testkit.Fill(t, pool, `INSERT INTO publications
			(id, artwork_id, visitor, account, idempotency_key, input_hash, overlays, object_name, created_at)
		SELECT gen_random_uuid(), $1, 'device' || n % 9, 'account' || n % 10, n, '', '[]', 'memes/x.png', timestamptz '2030-01-01' + n * interval '1 s'
		FROM generate_series(1, $2::int) n`, artwork.ID, 10*each)
	testkit.Fill(t, pool, `ANALYZE publications`)
	explain := func(seconds int) (steps []string, buffers int) {
		return testkit.Explain(t, pool, selectPublishedBy, "device3", "account4",
			time.Date(2030, 1, 1, 0, 0, seconds, 0, time.UTC), uuid.Max, size)
	}
	firstSteps, first := explain(10 * each)
	for _, seconds := range []int{7 * each, each} {
		steps, buffers := explain(seconds)
		if diff := cmp.Diff(firstSteps, steps); diff != "" {
			t.Errorf("the page from second %d goes another way than the first (-first +this):\n%s", seconds, diff)
		}
		if 10*buffers > 13*first {
			t.Errorf("the page from second %d touches %d buffers, the first %d", seconds, buffers, first)
		}
	}
	got, err := store.PublicationsOf(t.Context(), moderation.Owner{Visitor: "device3", Account: "account4"},
		page.First[time.Time](), size)
	if err != nil || len(got) != size {
		t.Errorf("%d publications, %v", len(got), err)
	}
	t.Logf("%d buffers by %q", first, firstSteps)
}

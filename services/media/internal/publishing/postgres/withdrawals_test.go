package postgres_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

// publication returns a store with an artwork of ann's, and a publication of it.
func publication(t *testing.T) (*pgxpool.Pool, *postgres.Store, publications.Publication) {
	t.Helper()
	pool := testkit.Database(t, migrations.Schema)
	store := newStore(pool)
	artwork := publications.Artwork{ID: uuid.New(), Visitor: "ann", Type: publications.TypeMeme, Created: time.Now()}
	if err := store.AddArtwork(t.Context(), artwork); err != nil {
		t.Fatal(err)
	}
	return pool, store, publications.Publication{
		ID: uuid.New(), Artwork: artwork, ObjectName: "memes/x.png",
		Created: time.Now(), Intent: idempotency.NewRequest("k", []byte("one")),
	}
}

// publishedEvents returns the types of the events in the outbox, in their order.
func publishedEvents(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(), `SELECT type FROM outbox ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	types, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return types
}

func TestRepeatedIntentReturnsFirstPublication(t *testing.T) {
	t.Parallel()
	pool, store, first := publication(t)
	second := first
	second.ID, second.ObjectName, second.Intent = uuid.New(), "memes/y.png",
		idempotency.NewRequest("k", []byte("another"))
	for _, p := range []publications.Publication{first, second} {
		stored, err := store.Publish(t.Context(), p)
		if err != nil || stored.ID != first.ID || stored.ObjectName != first.ObjectName ||
			first.Intent.CheckInput(stored.InputHash) != nil {
			t.Errorf("%v, %v", stored, err)
		}
	}
	if diff := cmp.Diff([]string{"media.v1.ArtworkPublished"}, publishedEvents(t, pool)); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

func TestWithdrawPublishesOneEvent(t *testing.T) {
	t.Parallel()
	pool, store, p := publication(t)
	if _, err := store.Publish(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	times := make([]time.Time, 8)
	for i := range times {
		all.Go(func() {
			name, at, err := store.Withdraw(t.Context(), p.ID, moderation.Owner{Visitor: "ann"}, time.Now())
			if err != nil || name != p.ObjectName {
				t.Errorf("%s, %v", name, err)
			}
			times[i] = at
		})
	}
	all.Wait()
	for _, at := range times {
		if !at.Equal(times[0]) {
			t.Errorf("withdrawn first at %v and at %v", times[0], at)
		}
	}
	if diff := cmp.Diff([]string{"media.v1.ArtworkPublished", "media.v1.ArtworkWithdrawn"},
		publishedEvents(t, pool)); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

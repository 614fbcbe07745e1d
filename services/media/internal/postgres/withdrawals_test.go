package postgres_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/media"
	"mcwick.example/services/media/internal/postgres"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/transport"
)

func TestWithdrawingIsToldOnce(t *testing.T) {
	pool := testkit.Database(t, migrations.Files)
	store := postgres.NewStore(pool, transport.Facts{}, func() {})
	artwork := media.Artwork{ID: uuid.New(), Visitor: "ann", Type: media.TypeMeme, Created: time.Now()}
	if err := store.AddArtwork(t.Context(), artwork); err != nil {
		t.Fatal(err)
	}
	p := media.Publication{ID: uuid.New(), Visitor: "ann", Artwork: artwork, ObjectName: "memes/x.png", Created: time.Now(), Intent: media.Intent{Key: "k", InputHash: []byte{1}}}
	if _, err := store.Publish(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	times := make([]time.Time, 8)
	for i := range times {
		all.Go(func() {
			name, at, err := store.Withdraw(t.Context(), p.ID, "ann", time.Now())
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
	rows, err := pool.Query(t.Context(), `SELECT type FROM outbox ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	told, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if diff := cmp.Diff([]string{"media.v1.ArtworkPublished", "media.v1.ArtworkWithdrawn"}, told); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

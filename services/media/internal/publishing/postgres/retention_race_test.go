package postgres_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/events"
	"mcwick.example/platform/intent"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

// TestRetentionAndWritersDoNotDeadlock has two processes forget, while visitors publish artworks that are just being forgotten. Whatever a visitor was told is done stays, and nobody waits for somebody who waits for them.
func TestRetentionAndWritersDoNotDeadlock(t *testing.T) {
	const rows = 6000
	u := testkit.DatabaseURL(t, migrations.Schema)
	pool := testkit.ConnectWithin(t, u, 10*time.Second)
	made := time.Now().Add(-8 * 24 * time.Hour)
	ids := make([]uuid.UUID, rows)
	for i := range ids {
		ids[i] = uuid.New()
	}
	for _, statement := range []string{
		`INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at)
			SELECT id, 'ann', 'meme', '', '', '', '', 'ai-generations/' || id || '.png', $2 FROM unnest($1::uuid[]) id`,
	} {
		if _, err := pool.Exec(t.Context(), statement, ids, made); err != nil {
			t.Fatal(err)
		}
	}
	store := postgres.NewStore(pool, events.NewRelay(testkit.Log(), pool, events.Config{}, "media"))
	var published []uuid.UUID
	ended := make(chan struct{})
	var writers, passes sync.WaitGroup
	each := func(do func(id uuid.UUID) error, done *[]uuid.UUID, gone error) {
		writers.Go(func() {
			for i := rows - 1; i >= 0; i-- { // the other way round
				select {
				case <-ended:
					return
				default:
				}
				switch err := do(ids[i]); {
				case err == nil:
					*done = append(*done, ids[i])
				case !errors.Is(err, gone):
					t.Error(err)
				}
			}
		})
	}
	each(func(id uuid.UUID) error {
		p := publications.Publication{
			ID: uuid.New(), Artwork: publications.Artwork{ID: id, Visitor: "ann"}, ObjectName: fmt.Sprintf("memes/%s.png", id),
			Created: time.Now(), Intent: intent.Of(id.String(), nil),
		}
		_, err := store.Publish(t.Context(), p)
		return err
	}, &published, publications.ErrArtworkNotFound)
	week := time.Now().Add(-7 * 24 * time.Hour)
	for range 2 {
		passes.Go(func() {
			retention := postgres.NewRetention(pool)
			for range 5 {
				if err := retention.Expire(t.Context(), publications.Due{Unpublished: week, Lanes: week, Notes: week}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	passes.Wait()
	close(ended)
	writers.Wait()

	after := testkit.Connect(t, u)
	pool.Close() // its sessions tell of their deadlocks when they end
	var there int
	err := after.QueryRow(t.Context(), `SELECT count(*) FROM artworks WHERE id = ANY($1)`, published).Scan(&there)
	if err != nil || there < len(published) {
		t.Errorf("%d of %d artworks are there that were published, %v", there, len(published), err)
	}
	var deadlocks int
	if err := after.QueryRow(t.Context(), `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`).Scan(&deadlocks); err != nil || deadlocks > 0 {
		t.Errorf("%d deadlocks, %v", deadlocks, err)
	}
	t.Logf("%d published", len(published))
}

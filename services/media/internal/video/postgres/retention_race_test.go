package postgres_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/events"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/video/postgres"
	"mcwick.example/services/media/internal/video/videos"
)

// TestRetentionAndWritersDoNotDeadlock has two processes forget, while visitors share videos and copy speeches that are
// just being forgotten. Whatever a visitor was told is done stays, and nobody waits for somebody who waits for them.
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
		`INSERT INTO speeches (id, visitor, sound, text, duration_ms, words, created_at) SELECT id, 'ann', id, '', 1, '[]', $2 FROM unnest($1::uuid[]) id`,
		`INSERT INTO videos (id, visitor, sound, category, pfp, description, duration_ms, created_at)
			SELECT id, 'ann', gen_random_uuid(), '', '', '', 1, $2 FROM unnest($1::uuid[]) id`,
	} {
		if _, err := pool.Exec(t.Context(), statement, ids, made); err != nil {
			t.Fatal(err)
		}
	}
	store := postgres.NewStore(pool, events.NewRelay(testkit.Log(), pool, events.Config{}, "media"))
	var shared, copied []uuid.UUID
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
	each(func(id uuid.UUID) error { _, err := store.Share(t.Context(), id, "ann", time.Now()); return err }, &shared, videos.ErrVideoNotFound)
	each(func(id uuid.UUID) error {
		_, err := store.CopySpeech(t.Context(), id, uuid.NewSHA1(id, nil), "bob", time.Now())
		return err
	}, &copied, videos.ErrSpeechNotFound)
	week := time.Now().Add(-7 * 24 * time.Hour)
	for range 2 {
		passes.Go(func() {
			retention := postgres.NewRetention(pool)
			for range 5 {
				if err := retention.Expire(t.Context(), week); err != nil {
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
	for what, c := range map[string]struct {
		ids   []uuid.UUID
		query string
	}{
		"shared": {shared, `SELECT count(*) FROM videos WHERE id = ANY($1)`},
		"copied": {copied, `SELECT count(*) FROM speeches WHERE sound = ANY($1) AND 'speech/' || sound || '.mp3' NOT IN (SELECT object_name FROM object_deletions)`},
	} {
		var there int
		if err := after.QueryRow(t.Context(), c.query, c.ids).Scan(&there); err != nil || there < len(c.ids) {
			t.Errorf("%d of %d are there that were %s, %v", there, len(c.ids), what, err)
		}
	}
	var deadlocks int
	if err := after.QueryRow(t.Context(), `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`).Scan(&deadlocks); err != nil || deadlocks > 0 {
		t.Errorf("%d deadlocks, %v", deadlocks, err)
	}
	t.Logf("%d shared, %d copied", len(shared), len(copied))
}

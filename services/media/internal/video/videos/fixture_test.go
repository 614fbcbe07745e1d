package videos_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/objects/buckettest"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/objects/sweep"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/video/postgres"
	"mcwick.example/services/media/internal/video/videos"
)

// fixture is a store, its objects and the queue.
type fixture struct {
	pool   *pgxpool.Pool
	store  *postgres.Store
	bucket buckettest.Bucket
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	pool := testkit.Database(t, migrations.Schema)
	return fixture{pool, postgres.NewStore(pool, newRelay(pool)), buckettest.New(t)}
}

// newRelay returns a relay whose events stay in the outbox.
func newRelay(pool *pgxpool.Pool) *events.Relay {
	return events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media")
}

func (f fixture) queue() *jobs.Queue {
	return jobs.NewSizedQueue(f.pool, videos.UsualEstimate, videos.UsualSize)
}

func (f fixture) deleter() *deletion.Deleter {
	return deletion.New(f.pool, f.bucket, func(name string) []string { return []string{name} })
}

// pass runs retention as if that much time had passed, and deletes the bytes.
func (f fixture) pass(t *testing.T, passed time.Duration) {
	t.Helper()
	if err := postgres.NewRetention(f.pool, newRelay(f.pool)).Expire(t.Context(), time.Now().Add(passed)); err != nil {
		t.Fatal(err)
	}
	if err := f.deleter().Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestSweepKeepsWhatHasARow(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.spoken(t, time.Now())
	v := f.filmed(t, s, time.Now())
	template := "templates/7e57ab1e-0000-4000-8000-000000000001.mp4"
	removed := "templates/7e57ab1e-0000-4000-8000-000000000002.mp4"
	lost := []string{removed, "speech/7e57ab1e-0000-4000-8000-000000000003.mp3",
		"videos/7e57ab1e-0000-4000-8000-000000000004.webp"}
	others := "memes/7e57ab1e-0000-4000-8000-000000000005.png" // no video: outside of this sweep
	f.bucket.Fill(t, append(lost, template, others)...)
	testkit.Exec(t, f.pool, `INSERT INTO bictok_videos (id, category, object_name, created_at, removed_at)
		VALUES ('7e57ab1e-0000-4000-8000-000000000001', 'subway', '', now(), NULL),
			('7e57ab1e-0000-4000-8000-000000000002', 'subway', '', now(), now())`)
	owner := sweep.Owner{Name: "sweep", Prefixes: videos.Prefixes, Existing: f.store.Kept}
	later := func() time.Time { return time.Now().Add(2 * time.Hour) }
	if err := sweep.New(owner, sweep.NewCursors(f.pool), f.bucket, later).Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	kept := []string{s.ObjectName(), s.CaptionsName(), v.ObjectName(), v.PosterName(), template, others}
	if f.bucket.Count(t, lost...) != 0 || f.bucket.Count(t, kept...) != len(kept) {
		t.Errorf("%d of %v are left, and %d of %v", f.bucket.Count(t, lost...), lost, f.bucket.Count(t, kept...), kept)
	}
}

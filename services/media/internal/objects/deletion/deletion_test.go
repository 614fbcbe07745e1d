package deletion

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/objects/buckettest"
	"mcwick.example/services/media/internal/objects/objectstest"
	"mcwick.example/services/media/internal/postgres/migrations"
)

// fixture is a database and a bucket.
type fixture struct {
	pool   *pgxpool.Pool
	bucket buckettest.Bucket
}

func newFixture(t *testing.T, bucket buckettest.Bucket) fixture {
	t.Helper()
	return fixture{testkit.Database(t, migrations.Schema), bucket}
}

// objectsOf adds another width to each picture.
func objectsOf(name string) []string {
	if base, ok := strings.CutSuffix(name, ".png"); ok {
		return []string{name, base + "-320.webp"}
	}
	return []string{name}
}

// deleter returns the deleter of another process each time.
func (f fixture) deleter() *Deleter { return New(f.pool, f.bucket, objectsOf) }

// scheduleDeletion schedules objects for deletion in a transaction.
func (f fixture) scheduleDeletion(t *testing.T, withdrawn bool, names ...string) {
	t.Helper()
	err := database.InTx(t.Context(), f.pool,
		func(tx pgx.Tx) error { return ScheduleDeletion(t.Context(), tx, withdrawn, names) })
	if err != nil {
		t.Fatal(err)
	}
}

// waiting counts the objects that are still to be deleted.
func (f fixture) waiting(t *testing.T) int {
	t.Helper()
	return testkit.QueryOne[int](t, f.pool, `SELECT count(*) FROM object_deletions`)
}

// retried makes failed deletions due again.
func (f fixture) retried(t *testing.T) {
	t.Helper()
	testkit.Exec(t, f.pool, `UPDATE object_deletions SET next_at = next_at - $1::interval`, Interval)
}

// Verifies SORT-4.
func TestDeletionsAreRetriedUntilTheStoreDeletes(t *testing.T) {
	store := objectstest.New(t)
	f := newFixture(t, buckettest.Open(t, store.Address))
	gone := []string{"memes/a.png", "memes/a-320.webp", "speech/b.mp3", "speech/b.vtt"}
	kept := []string{"memes/c.png", "memes/c-320.webp", "speech/d.mp3"}
	f.bucket.Fill(t, append(kept, gone...)...)
	f.scheduleDeletion(t, true, "memes/a.png")
	f.scheduleDeletion(t, false, "speech/b.mp3", "speech/b.vtt")
	store.RefuseDeletes()
	for range 3 {
		if err := f.deleter().Pass(t.Context()); err == nil {
			t.Error("nothing is wrong with a store that deletes nothing")
		}
		if err := f.deleter().Pass(t.Context()); err != nil {
			t.Errorf("another process tried the same at once: %v", err)
		}
		f.retried(t)
	}
	if n := f.waiting(t); n != 3 {
		t.Errorf("%d objects wait, not a picture and a speech with its subtitles", n)
	}
	store.Delete()
	if err := f.deleter().Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.bucket.Count(t, gone...); n != 0 || f.waiting(t) != 0 {
		t.Errorf("%d objects are left, %d wait", n, f.waiting(t))
	}
	if n := f.bucket.Count(t, kept...); n != len(kept) {
		t.Errorf("%d of %d objects without a scheduled deletion are there", n, len(kept))
	}
}

func TestPassDeletesMoreThanOneBatch(t *testing.T) {
	t.Parallel()
	f := newFixture(t, buckettest.New(t))
	var names []string
	for range 250 {
		names = append(names, "ai-generations/"+uuid.NewString()+".mp3")
	}
	f.bucket.Fill(t, names...)
	f.scheduleDeletion(t, false, names...)
	if err := f.deleter().Pass(t.Context()); err != nil || f.bucket.Count(t, names...) != 0 || f.waiting(t) != 0 {
		t.Errorf("%d objects are left, %d wait, %v", f.bucket.Count(t, names...), f.waiting(t), err)
	}
}

// slowBucket deletes pictures at once, and nothing else before its caller gives up.
type slowBucket struct{ waits func() }

func (b slowBucket) Delete(ctx context.Context, name string) error {
	if strings.HasSuffix(name, ".png") {
		return nil
	}
	b.waits()
	<-ctx.Done()
	return ctx.Err()
}

// What a slow store deleted before the time was over is recorded.
func TestSlowStoreDeletesNothingTwice(t *testing.T) {
	t.Parallel()
	f := newFixture(t, buckettest.New(t))
	names := []string{"memes/a.png", "speech/b.mp3"}
	f.scheduleDeletion(t, false, names...)
	f.retried(t)
	ctx, cancel := context.WithCancel(t.Context())
	d := New(f.pool, slowBucket{cancel}, func(name string) []string { return []string{name} })
	if err := d.Pass(ctx); err == nil || f.waiting(t) != 1 {
		t.Errorf("%d objects wait, %v", f.waiting(t), err)
	}
}

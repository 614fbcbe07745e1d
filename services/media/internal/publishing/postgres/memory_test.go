package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/idempotency"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/publishing/picture"
	"mcwick.example/services/media/internal/publishing/publications"
)

// published returns a store with a publication of a hash; without one it is of an earlier release.
func published(t *testing.T, hash *picture.Hash) (*pgxpool.Pool, *Store, publications.Publication) {
	t.Helper()
	pool := testkit.Database(t, migrations.Schema)
	store := NewStore(pool, newRelay(pool))
	artwork := publications.Artwork{ID: uuid.New(), Visitor: "ann", Type: publications.TypeMeme, Created: time.Now()}
	if err := store.AddArtwork(t.Context(), artwork); err != nil {
		t.Fatal(err)
	}
	p := publications.Publication{ID: uuid.New(), Artwork: artwork, ObjectName: "memes/x.png", Created: time.Now(),
		Intent: idempotency.NewRequest("k", []byte("one")), PictureHash: hash}
	if _, err := store.Publish(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	return pool, store, p
}

func inTx(t *testing.T, pool *pgxpool.Pool, do func(context.Context, pgx.Tx) error) {
	t.Helper()
	if err := database.InTx(t.Context(), pool, func(tx pgx.Tx) error { return do(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}

func newHash(chance *rand.Rand) (h picture.Hash) {
	for i := range h {
		h[i] = chance.Uint64()
	}
	return h
}

// Verifies MOD-37, RETAIN-12.
func TestRemovedPicturesAreRemembered(t *testing.T) {
	t.Parallel()
	hash := newHash(rand.New(rand.NewPCG(1, 2)))
	pool, store, p := published(t, &hash)
	near, far, other := hash, hash, publications.Artwork{ID: uuid.New(), Type: publications.TypeMeme}
	const distance = picture.SameDistance
	for i := range distance + 1 {
		far[i%len(far)] ^= 1 << (i / len(far))
		if i < distance {
			near[i%len(far)] ^= 1 << (i / len(far))
		}
	}
	check := func(when string, artwork publications.Artwork, h picture.Hash, want bool) {
		t.Helper()
		if removed, err := store.WasRemoved(t.Context(), artwork, h, distance); err != nil || removed != want {
			t.Errorf("%s: %v, %v", when, removed, err)
		}
	}
	check("published", p.Artwork, hash, false)
	at := time.Now()
	for range 2 {
		inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error { return rememberRemoved(ctx, tx, p.ID, at) })
	}
	check("the artwork, with other texts", p.Artwork, far, true)
	check("another artwork, the same picture", other, hash, true)
	check("another artwork, nearly the same picture", other, near, true)
	check("another artwork, another picture", other, far, false)
	portrait := other
	portrait.Type = publications.TypePFP
	check("a portrait", portrait, hash, false)

	const year = 365 * 24 * time.Hour
	expire := func(after time.Duration) {
		t.Helper()
		if err := NewRetention(pool, newRelay(pool)).Expire(t.Context(), at.Add(after)); err != nil {
			t.Fatal(err)
		}
	}
	expire(year - time.Hour)
	check("nearly a year later", other, hash, true)
	expire(year + time.Hour)
	check("a year later", p.Artwork, hash, false)

	inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error { return rememberRemoved(ctx, tx, p.ID, at) })
	inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error { return forgetRemoved(ctx, tx, p.ID) })
	check("the removal is undone", p.Artwork, hash, false)
}

// A publication of an earlier release has no hash: its artwork is remembered at once, its picture
// as soon as its bytes were read.
// Verifies MOD-37.
func TestRemovedPicturesAreHashedLater(t *testing.T) {
	t.Parallel()
	pool, store, p := published(t, nil)
	hash, other := newHash(rand.New(rand.NewPCG(3, 4))),
		publications.Artwork{ID: uuid.New(), Type: publications.TypeMeme}
	inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error { return rememberRemoved(ctx, tx, p.ID, time.Now()) })
	if removed, err := store.WasRemoved(t.Context(), p.Artwork, hash, 0); err != nil || !removed {
		t.Errorf("the artwork: %v, %v", removed, err)
	}
	for _, want := range []int{1, 0} {
		due, err := store.UnhashedRemovals(t.Context(), 10)
		if err != nil || len(due) != want || want == 1 && (due[0].ID != p.ID || due[0].ObjectName != p.ObjectName) {
			t.Fatalf("%v, %v", due, err)
		}
		if err := store.HashRemoval(t.Context(), p.ID, &hash); err != nil {
			t.Fatal(err)
		}
	}
	if removed, err := store.WasRemoved(t.Context(), other, hash, 0); err != nil || !removed {
		t.Errorf("another artwork: %v, %v", removed, err)
	}
}

// TestRemovalStopsPublicationsUnderWay has a picture removed after its artwork was found fit to be published again.
// Verifies MOD-37.
func TestRemovalStopsPublicationsUnderWay(t *testing.T) {
	t.Parallel()
	pool, store, p := published(t, nil)
	again := p
	again.ID, again.Intent = uuid.New(), idempotency.NewRequest("another", nil)
	ended := make(chan error, 1)
	inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error {
		err := rememberRemoved(ctx, tx, p.ID, time.Now())
		go func() {
			_, err := store.Publish(ctx, again)
			ended <- err
		}()
		testkit.WaitForLock(t, pool, "the publication waits for the removal")
		return err
	})
	if err := <-ended; !errors.Is(err, publications.ErrRemovedBefore) {
		t.Errorf("published again: %v", err)
	}
}

// fillRemoved inserts removed pictures of random hashes.
func fillRemoved(t testing.TB, pool *pgxpool.Pool, rows int) {
	t.Helper()
	testkit.Fill(t, pool, `INSERT INTO removed_pictures (publication_id, artwork_id, type, picture_hash, needs_hash, removed_at)
		SELECT md5('p' || n)::uuid, md5('a' || n)::uuid, 'meme',
			('x' || md5('1' || n) || md5('2' || n) || md5('3' || n))::bit(384), false, now() FROM generate_series(1, $1::int) n`,
		rows)
	testkit.Fill(t, pool, `VACUUM ANALYZE removed_pictures`)
}

// BenchmarkWasRemoved searches ten thousand removed pictures.
func BenchmarkWasRemoved(b *testing.B) {
	pool := testkit.Database(b, migrations.Schema)
	fillRemoved(b, pool, 10_000)
	store, hash := NewStore(pool, nil), newHash(rand.New(rand.NewPCG(5, 6)))
	artwork := publications.Artwork{ID: uuid.New(), Type: publications.TypeMeme}
	fastest := time.Hour
	for b.Loop() {
		start := time.Now()
		removed, err := store.WasRemoved(b.Context(), artwork, hash, picture.SameDistanceWithTexts)
		if err != nil || removed {
			b.Fatal(removed, err)
		}
		fastest = min(fastest, time.Since(start))
	}
	b.ReportMetric(float64(fastest.Microseconds())/1000, "ms-at-best")
}

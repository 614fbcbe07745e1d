package postgres_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

// TestPublicationsInFlightAreLinked has pictures that were begun before their device was linked to an account: one
// is stored afterwards, one while the link is being stored, and one was begun later, without a session.
// Verifies GAL-22.
func TestPublicationsInFlightAreLinked(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	store, linked := newStore(pool), time.Now()
	publish := func(begun time.Time) (id uuid.UUID) {
		t.Helper()
		a := publications.Artwork{ID: uuid.New(), Visitor: "ann", Type: publications.TypeMeme, Created: begun}
		a.ObjectName = "ai-generations/" + a.ID.String() + ".png"
		p := publications.Publication{ID: uuid.New(), Artwork: a, Created: begun,
			Intent: idempotency.NewRequest(uuid.NewString(), nil)}
		p.ObjectName = "memes/" + p.ID.String() + ".png"
		if err := store.AddArtwork(t.Context(), a); err != nil {
			t.Error(err)
		}
		if _, err := store.Publish(t.Context(), p); err != nil {
			t.Error(err)
		}
		return p.ID
	}
	check := func(when string, id uuid.UUID, want string) {
		t.Helper()
		got := testkit.QueryOne[string](t, pool, `SELECT coalesce(account, '') FROM publications WHERE id = $1`, id)
		if got != want {
			t.Errorf("%s: it is of %q, want %q", when, got, want)
		}
	}
	var during uuid.UUID
	var both sync.WaitGroup
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if err := (postgres.Owners{}).Link(t.Context(), tx, "ann", "account", linked); err != nil {
			return err
		}
		both.Go(func() { during = publish(linked.Add(-time.Second)) })
		testkit.WaitForLock(t, pool, "the publication waits for the link")
		return nil
	})
	both.Wait()
	if err != nil {
		t.Fatal(err)
	}
	check("stored while the link was", during, "account")
	check("stored afterwards", publish(linked.Add(-time.Second)), "account")
	check("begun afterwards", publish(linked.Add(time.Second)), "")

	for _, c := range []struct {
		now  time.Time
		want int
	}{{linked, 1}, {time.Now().Add(time.Hour + time.Minute), 0}} {
		if err := postgres.NewRetention(pool, newRelay(pool)).Expire(t.Context(), c.now); err != nil {
			t.Fatal(err)
		}
		if left := testkit.QueryOne[int](t, pool, `SELECT count(*) FROM device_links`); left != c.want {
			t.Errorf("%d links are left at %v", left, c.now)
		}
	}
}

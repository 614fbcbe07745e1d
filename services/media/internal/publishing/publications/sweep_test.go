package publications_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/objects/buckettest"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/objects/sweep"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/moderation/api/decisions"
)

// fixture is a store, its objects, and publications of each kind with their bytes.
type fixture struct {
	pool   *pgxpool.Pool
	relay  *events.Relay // its events stay in the outbox
	store  *postgres.Store
	bucket buckettest.Bucket
	ann    publications.Publication // public
	old    publications.Publication // withdrawn, and its bytes were not deleted
	hidden publications.Publication // by a decision: it may be restored
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	pool := testkit.Database(t, migrations.Schema)
	relay := events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media")
	f := fixture{pool: pool, relay: relay, store: postgres.NewStore(pool, relay), bucket: buckettest.New(t)}
	f.ann, f.old, f.hidden = f.publish(t), f.publish(t), f.publish(t)
	f.hide(t, f.hidden)
	if _, _, err := f.store.Withdraw(t.Context(), f.old.ID, moderation.Owner{Visitor: "ann"},
		time.Now()); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f fixture) deleter() *deletion.Deleter {
	return deletion.New(f.pool, f.bucket, publications.Forms)
}

func (f fixture) sweeper(now func() time.Time) *sweep.Sweeper {
	owner := sweep.Owner{Name: "sweep", Prefixes: publications.Prefixes, Existing: f.store.Kept}
	return sweep.New(owner, sweep.NewCursors(f.pool), f.bucket, now)
}

// hide hides a publication by a decision.
func (f fixture) hide(t *testing.T, p publications.Publication) {
	t.Helper()
	f.decide(t, p, decisions.ActionHide)
}

// decide applies a decision of now.
func (f fixture) decide(t *testing.T, p publications.Publication, action decisions.Action) {
	t.Helper()
	d := decisions.Decision{ID: uuid.New(), Subject: p.ID, Version: 1, Action: action,
		Reason: decisions.ReasonSpam, Message: "advertising", Time: time.Now()}
	err := pgx.BeginFunc(t.Context(), f.pool, func(tx pgx.Tx) error {
		outcome, _, err := f.store.ApplyDecision(t.Context(), tx, d)
		if outcome != decisions.OutcomeApplied {
			t.Errorf("%s is %s", action, outcome)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// publish stores a publication's rows and bytes.
func (f fixture) publish(t *testing.T) publications.Publication {
	t.Helper()
	id := uuid.New()
	p := publications.Publication{
		ID: uuid.New(), Created: time.Now(), Intent: idempotency.NewRequest(uuid.NewString(), nil),
		Caption: "gm", Signature: "@ann", Handle: "@ann", Placeholder: "cGxhY2Vob2xkZXI=", Overlays: []render.Overlay{{Content: "gm"}},
		Artwork: publications.Artwork{ID: id, Visitor: "ann", Type: publications.TypeMeme,
			Prompt: "a candle", Action: "surfing", Scene: "the sea", Style: "Anime", Traits: map[string]string{"hat": "cap"}, Seed: 7,
			ObjectName: "ai-generations/" + id.String() + ".png", Created: time.Now()},
	}
	p.ObjectName = "memes/" + p.ID.String() + ".png"
	if err := f.store.AddArtwork(t.Context(), p.Artwork); err != nil {
		t.Fatal(err)
	}
	if _, err := f.store.Publish(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	f.bucket.Fill(t, append(forms(p.ObjectName), p.Artwork.ObjectName)...)
	return p
}

// forms returns the objects of a publication.
func forms(name string) []string {
	base := strings.TrimSuffix(name, ".png")
	return []string{name, base + "-320.webp", base + "-640.webp"}
}

// Verifies SORT-5, CDN-14.
func TestSweep(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := uuid.New()
	orphan := forms("memes/" + id.String() + ".png")
	others := "speech/" + uuid.NewString() + ".mp3" // not a picture: outside of this sweep
	f.bucket.Fill(t, append(orphan, "notes.txt", others)...)
	lost := append(forms(f.old.ObjectName), orphan...)
	kept := append(forms(f.ann.ObjectName), f.ann.Artwork.ObjectName, f.old.Artwork.ObjectName, "notes.txt", others)
	kept = append(kept, forms(f.hidden.ObjectName)...)

	now := time.Now()
	sweeper := f.sweeper(func() time.Time { return now })
	pass := func() {
		t.Helper()
		if err := sweeper.Pass(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(59 * time.Minute)
	if pass(); f.bucket.Count(t, lost...) != len(lost) {
		t.Error("the row of young bytes may still come")
	}
	now = now.Add(2 * time.Minute)
	if pass(); f.bucket.Count(t, lost...) != 0 {
		t.Errorf("%d objects of %v are left", f.bucket.Count(t, lost...), lost)
	}
	if n := f.bucket.Count(t, kept...); n != len(kept) {
		t.Errorf("%d objects of %v are left", n, kept)
	}
	const purges = `SELECT count(*) FROM purges WHERE key = $1 AND least(added_at, next_at) > now()`
	for key, want := range map[uuid.UUID]int{id: 1, f.ann.ID: 0} {
		if n := f.count(t, purges, key); n != want {
			t.Errorf("%d purges of %s wait for its deletion, not %d", n, key, want)
		}
	}
}

// TestSweepResumesAtCursor has a process that ends in the middle of a round, and more objects than
// a pass checks.
// Verifies SORT-5.
func TestSweepResumesAtCursor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const page, pass, orphans = 100, 2_000, 2_050
	var names []string
	for range orphans {
		names = append(names, "memes/"+uuid.NewString()+".png")
	}
	f.bucket.Fill(t, names...)
	later := func() time.Time { return time.Now().Add(2 * time.Hour) }
	for round, bound := range []int{orphans - pass, 0} {
		sweeper := f.sweeper(later)
		sweeper.PageSize = page
		if err := sweeper.Pass(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := f.bucket.Count(t, names...); n < bound || round == 0 && n > orphans-pass/2 {
			t.Errorf("process %d left %d", round, n)
		}
	}
	if n := f.bucket.Count(t, names...); n != 0 {
		t.Fatalf("two processes left %d", n)
	}
	late := "ai-generations/" + uuid.NewString() + ".png" // before the cursor of the first round
	f.bucket.Fill(t, late)
	if err := f.sweeper(later).Pass(t.Context()); err != nil || f.bucket.Count(t, late) != 0 {
		t.Errorf("the next round: %v", err)
	}
}

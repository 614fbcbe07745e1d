package media_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/intent"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/media"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/postgres"
	"mcwick.example/services/media/internal/postgres/migrations"
)

// attic is a store, its objects, and rows of each kind with their bytes.
type attic struct {
	pool   *pgxpool.Pool
	store  *postgres.Store
	bucket *objects.Bucket
	ann    media.Publication // public
	old    media.Publication // withdrawn, and its bytes were not removed
	hidden media.Publication // by reports: it may come back
}

func setup(t *testing.T) attic {
	t.Helper()
	return setupOn(t, "file://"+t.TempDir()+"?no_tmp_dir=true&metadata=skip")
}

func setupOn(t *testing.T, address string) attic {
	t.Helper()
	bucket, err := objects.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bucket.Close() })
	pool := testkit.Database(t, migrations.Schema)
	a := attic{pool: pool, store: postgres.NewStore(pool, events.NewRelay(testkit.Log(), pool, events.Config{}, "media")), bucket: bucket}
	a.ann, a.old, a.hidden = a.publish(t), a.publish(t), a.publish(t)
	a.hide(t, a.hidden)
	if _, _, err := a.store.Withdraw(t.Context(), a.old.ID, media.Owner{Visitor: "ann"}, time.Now()); err != nil {
		t.Fatal(err)
	}
	return a
}

// hide has a single report hide a publication.
func (a attic) hide(t *testing.T, p media.Publication) {
	t.Helper()
	hidden, err := a.store.Report(t.Context(), media.Report{Publication: p.ID, Visitor: "bob", Reason: media.ReportSpam, Counts: true}, 1, time.Now())
	if err != nil || !hidden {
		t.Fatalf("%v, %v", hidden, err)
	}
}

// publish leaves the rows and the bytes that a publication does.
func (a attic) publish(t *testing.T) media.Publication {
	t.Helper()
	id := uuid.New()
	p := media.Publication{
		ID: uuid.New(), Created: time.Now(), Intent: intent.Of(uuid.NewString(), nil),
		Artwork: media.Artwork{ID: id, Visitor: "ann", Type: media.TypeMeme, ObjectName: "ai-generations/" + id.String() + ".png", Created: time.Now()},
	}
	p.ObjectName = "memes/" + p.ID.String() + ".png"
	if err := a.store.AddArtwork(t.Context(), p.Artwork); err != nil {
		t.Fatal(err)
	}
	if _, err := a.store.Publish(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(forms(p.ObjectName), p.Artwork.ObjectName) {
		a.put(t, name)
	}
	return p
}

// forms are the objects of a publication.
func forms(name string) []string {
	base := strings.TrimSuffix(name, ".png")
	return []string{name, base + "-320.webp", base + "-640.webp"}
}

func (a attic) put(t *testing.T, name string) {
	t.Helper()
	if err := a.bucket.Put(t.Context(), name, "image/png", []byte("bytes")); err != nil {
		t.Fatal(err)
	}
}

// there reports which of the names the store has.
func (a attic) there(t *testing.T, names ...string) (n int) {
	t.Helper()
	for _, name := range names {
		if _, err := a.bucket.Get(t.Context(), name); err == nil {
			n++
		}
	}
	return n
}

func TestSweep(t *testing.T) {
	a := setup(t)
	orphan := forms("memes/" + uuid.NewString() + ".png")
	for _, name := range append(orphan, "notes.txt") {
		a.put(t, name)
	}
	lost := append(forms(a.old.ObjectName), orphan...)
	kept := append(forms(a.ann.ObjectName), a.ann.Artwork.ObjectName, a.old.Artwork.ObjectName, "notes.txt")
	kept = append(kept, forms(a.hidden.ObjectName)...)

	now := time.Now()
	sweeper := media.NewSweeper(a.store, a.bucket, func() time.Time { return now })
	pass := func() {
		t.Helper()
		if err := sweeper.Pass(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(59 * time.Minute)
	if pass(); a.there(t, lost...) != len(lost) {
		t.Error("the row of young bytes may still come")
	}
	now = now.Add(2 * time.Minute)
	if pass(); a.there(t, lost...) != 0 {
		t.Errorf("%d objects of %v are left", a.there(t, lost...), lost)
	}
	if n := a.there(t, kept...); n != len(kept) {
		t.Errorf("%d objects of %v are left", n, kept)
	}
}

// TestASweepGoesOnWhereAnotherWas has a process that ends in the middle of a round, and more objects than a pass looks at.
func TestASweepGoesOnWhereAnotherWas(t *testing.T) {
	a := setup(t)
	const pass, orphans = 20_000, 20_500
	var names []string
	for range orphans {
		names = append(names, "memes/"+uuid.NewString()+".png")
		a.put(t, names[len(names)-1])
	}
	later := func() time.Time { return time.Now().Add(2 * time.Hour) }
	for round, bound := range []int{orphans - pass, 0} {
		if err := media.NewSweeper(a.store, a.bucket, later).Pass(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := a.there(t, names...); n < bound || round == 0 && n > orphans-pass/2 {
			t.Errorf("process %d left %d", round, n)
		}
	}
	if n := a.there(t, names...); n != 0 {
		t.Fatalf("two processes left %d", n)
	}
	late := "ai-generations/" + uuid.NewString() + ".png" // before the place where the first round ended
	a.put(t, late)
	if err := media.NewSweeper(a.store, a.bucket, later).Pass(t.Context()); err != nil || a.there(t, late) != 0 {
		t.Errorf("the next round: %v", err)
	}
}

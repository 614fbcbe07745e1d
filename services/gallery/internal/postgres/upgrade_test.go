package postgres

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// schemaBefore returns the schema before a migration.
func schemaBefore(t *testing.T, migration string) database.Schema {
	t.Helper()
	last := len(migrations.Schema) - 1
	names, err := fs.Glob(migrations.Schema[last].Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	own := fstest.MapFS{}
	for _, name := range names {
		if name >= migration {
			continue
		}
		b, err := fs.ReadFile(migrations.Schema[last].Files, name)
		if err != nil {
			t.Fatal(err)
		}
		own[name] = &fstest.MapFile{Data: b}
	}
	return append(slices.Clone(migrations.Schema[:last]), database.Tables{Files: own})
}

// TestLikesOfLastReleaseStayCounted has likes from before the upgrade, and a process of the last
// release that goes on afterwards.
// Verifies GAL-20.
func TestLikesOfLastReleaseStayCounted(t *testing.T) {
	url := testkit.DatabaseURL(t, schemaBefore(t, "00011"))
	pool := testkit.Connect(t, url)
	id := insertImages(t, pool, 1)[0]
	like := func(visitor string) {
		t.Helper()
		testkit.Exec(t, pool, likeAlone, id, visitor)
	}
	like("before")
	if err := testkit.Migrate(t, url, migrations.Schema); err != nil {
		t.Fatal(err)
	}
	like("beside")
	s := replica(t, pool)
	for visitor, early := range map[string]bool{"before": true, "beside": false} {
		if got, err := s.HasEarlyLike(t.Context(), visitor); err != nil || got != early {
			t.Errorf("%s has an early like: %t, %v", visitor, got, err)
		}
		by := gallery.Identity{Visitor: visitor, Lane: "lane"}
		if count, err := s.Like(t.Context(), id, by); err != nil || count != 2 {
			t.Errorf("repeated by %s: %d likes, %v", visitor, count, err)
		}
	}
	if got := countOf(t, pool, id); got != 2 {
		t.Errorf("%d likes", got)
	}
	assertCounts(t, pool)
}

// TestPicturesOfLastReleaseAreFound has pictures from before the upgrade, and a process of the last
// release that adds one afterwards: they get ranks and words, and the author that it left out.
// Verifies FIND-16.
func TestPicturesOfLastReleaseAreFound(t *testing.T) {
	url := testkit.DatabaseURL(t, schemaBefore(t, "00013"))
	pool := testkit.Connect(t, url)
	before := insertImages(t, pool, 2*database.BatchSize+10)
	if err := testkit.Migrate(t, url, migrations.Schema); err != nil {
		t.Fatal(err)
	}
	beside := insertImages(t, pool, 1)
	testkit.Exec(t, pool, `UPDATE generated_images SET likes = 3, caption = 'a rare word' WHERE id = $1`, beside[0])
	s := replica(t, pool)
	if err := s.Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := countRows(t, pool, "image_ranks JOIN image_words USING (image_id)"); n != len(before)+1 {
		t.Errorf("%d of %d pictures have ranks and words", n, len(before)+1)
	}
	top, err := s.ListRanked(t.Context(), gallery.Filter{Type: gallery.TypeMeme}, gallery.SortTop,
		page.First[int64](), 1)
	if err != nil || len(top) != 1 || top[0].ID != beside[0] {
		t.Errorf("the most liked is %v, %v", top, err)
	}
	found, err := s.ListNewest(t.Context(), gallery.Filter{Type: gallery.TypeMeme, Words: []string{"rar"}},
		page.First[time.Time](), 2)
	if err != nil || len(found) != 1 || found[0].ID != beside[0] {
		t.Errorf("found %v, %v", found, err)
	}

	again := gallery.Artwork{
		Image:   gallery.Image{ID: beside[0], Type: gallery.TypeMeme, Caption: "other", Created: time.Now()},
		Account: "account", SignedHandle: "@ann", Parent: before[0],
	}
	older := again // as media of the last release tells of it
	older.Account, older.SignedHandle, older.Parent = "", "", uuid.Nil
	for _, a := range []gallery.Artwork{again, older} {
		if err := pgx.BeginFunc(t.Context(), pool,
			func(tx pgx.Tx) error { return Artworks{}.Add(t.Context(), tx, a) }); err != nil {
			t.Fatal(err)
		}
	}
	image, err := s.Image(t.Context(), beside[0])
	if err != nil || image.Handle != "@ann" || image.Caption != "a rare word" || image.Likes != 3 {
		t.Errorf("told again it is %+v, %v", image, err)
	}
	r, err := s.Related(t.Context(), beside[0])
	if err != nil || r.Parent == nil || r.Parent.ID != before[0] {
		t.Errorf("its parent is %v, %v", r.Parent, err)
	}
}

package postgres

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"mcwick.example/platform/config"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// lastRelease returns the schema before likes were deferred.
func lastRelease(t *testing.T) database.Schema {
	t.Helper()
	last := len(migrations.Schema) - 1
	names, err := fs.Glob(migrations.Schema[last].Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	own := fstest.MapFS{}
	for _, name := range names {
		if name >= "00011" {
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
	url := testkit.DatabaseURL(t, lastRelease(t))
	pool := testkit.Connect(t, url)
	id := insertImages(t, pool, 1)[0]
	like := func(visitor string) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), likeAlone, id, visitor); err != nil {
			t.Fatal(err)
		}
	}
	like("before")
	if err := database.Migrate(t.Context(), testkit.DiscardLog(), database.Config{URL: config.Secret(url), PoolSize: 2},
		migrations.Schema); err != nil {
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

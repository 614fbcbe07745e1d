package postgres

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// countRows returns how many rows a table has.
func countRows(t testing.TB, pool *pgxpool.Pool, from string) int {
	t.Helper()
	return testkit.QueryOne[int](t, pool, `SELECT count(*) FROM `+from)
}

// outdatedRanks is the ranks that are not as their pictures.
const outdatedRanks = `generated_images LEFT JOIN image_ranks r ON image_id = id WHERE r.likes IS DISTINCT FROM generated_images.likes::bigint`

// ranked inserts pictures with ranks and words.
func ranked(t testing.TB, s *Store, pool *pgxpool.Pool, n int) []uuid.UUID {
	t.Helper()
	ids := insertImages(t, pool, n)
	if err := s.Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.VacuumAnalyze(t, pool, "image_ranks", "image_words", "known_words")
	return ids
}

// TestRanksFollowLikesOfSeveralReplicas has two replicas record likes, also deferred ones that count
// later, and refresh ranks at the same time.
// Verifies FIND-16.
func TestRanksFollowLikesOfSeveralReplicas(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	stores := []*Store{replica(t, pool), replica(t, pool)}
	ids := ranked(t, stores[0], pool, 5)
	var all sync.WaitGroup
	for n := range 64 {
		all.Go(func() {
			s := stores[n%2]
			by := gallery.Identity{Visitor: fmt.Sprint("visitor", n), Lane: "lane"}
			for range 20 {
				if _, err := s.Like(t.Context(), ids[rand.IntN(len(ids))], by); err != nil {
					t.Error(err)
				}
				if rand.IntN(5) == 0 {
					if err := s.RefreshRanks(t.Context()); err != nil {
						t.Error(err)
					}
				}
			}
			if _, err := s.SettleDevice(t.Context(), by); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, s := range stores {
		if err := s.RefreshRanks(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if n := countRows(t, pool, outdatedRanks); n > 0 {
		t.Errorf("%d ranks are not as their pictures", n)
	}
	if likes := countRows(t, pool, "likes WHERE counted"); likes == 0 {
		t.Error("nothing was liked")
	}
}

// TestReconciliationRepairsRanks has a process die with likes that are not in ranks.
// Verifies FIND-16.
func TestReconciliationRepairsRanks(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	dead := replica(t, pool)
	ids := ranked(t, dead, pool, database.BatchSize+10)
	for _, id := range ids[:3] {
		if _, err := dead.Like(t.Context(), id, gallery.Identity{Visitor: "ann", Settled: true}); err != nil {
			t.Fatal(err)
		}
	}
	s := replica(t, pool)
	if err := s.RefreshRanks(t.Context()); err != nil || countRows(t, pool, outdatedRanks) != 3 {
		t.Fatalf("another process knows of the likes, %v", err)
	}

	if err := s.Reconcile(t.Context()); err != nil || countRows(t, pool, outdatedRanks) != 0 {
		t.Errorf("%d ranks are left, %v", countRows(t, pool, outdatedRanks), err)
	}
}

// TestFailedRefreshIsRepeated has the database refuse a refresh.
func TestFailedRefreshIsRepeated(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	id := ranked(t, s, pool, 1)[0]
	if _, err := s.Like(t.Context(), id, gallery.Identity{Visitor: "ann", Settled: true}); err != nil {
		t.Fatal(err)
	}
	rename := func(from, to string) {
		t.Helper()
		testkit.Exec(t, pool, fmt.Sprintf(`ALTER TABLE %s RENAME TO %s`, from, to))
	}
	rename("image_ranks", "away")
	if err := s.RefreshRanks(t.Context()); err == nil {
		t.Error("a refresh without the table succeeded")
	}
	rename("away", "image_ranks")
	if err := s.RefreshRanks(t.Context()); err != nil || countRows(t, pool, outdatedRanks) != 0 {
		t.Errorf("the next refresh did not repeat it, %v", err)
	}
}

// A like must stay an update of one row in place: an index of the count would make it write to every
// index of the table.
// Verifies FIND-16.
func TestNoIndexHasTheLikesOfPictures(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	if n := countRows(t, pool, `pg_indexes WHERE tablename = 'generated_images' AND indexdef ~ 'likes'`); n > 0 {
		t.Errorf("%d indexes have the likes", n)
	}
}

// TestListsUseIndexes plans every list and search on many pictures.
// Verifies FIND-17.
func TestListsUseIndexes(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	testkit.Fill(t, pool, `INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, caption, likes, created_at,
			account, handle, parent_id)
		SELECT gen_random_uuid(), 'x.png', 'meme', 'p', 'a', 's', 'Style' || n % 10, md5(n::text), n % 100, now() - n * interval '1 minute',
			'account' || n % 1000, '@a', gen_random_uuid()
		FROM generate_series(1, 30000) n`)
	ids := ranked(t, s, pool, 1)
	testkit.Fill(t, pool, `INSERT INTO authors (account, handle, changed_at, words_before)
		SELECT 'account' || n, '@a' || n, now(), CASE WHEN n % 50 = 0 THEN now() END FROM generate_series(1, 5000) n`)
	testkit.VacuumAnalyze(t, pool, "generated_images", "authors")
	var (
		newest = page.First[time.Time]()
		most   = page.First[int64]()
	)
	for index, c := range map[string][]any{
		"generated_images_newest":    {selectNewest, newest.Key, newest.ID, 25, "meme"},
		"generated_images_style":     {selectNewestOfStyle, newest.Key, newest.ID, 25, "meme", "Style3"},
		"generated_images_account":   {selectByAuthor + newestAfter, newest.Key, newest.ID, 25, "account7", "", ""},
		"image_ranks_top":            {rankedQueries[gallery.SortTop][0], most.Key, most.ID, 25, "meme"},
		"image_ranks_top_style":      {rankedQueries[gallery.SortTop][1], most.Key, most.ID, 25, "meme", "Style3"},
		"image_ranks_trending":       {rankedQueries[gallery.SortTrending][0], most.Key, most.ID, 25, "meme"},
		"image_ranks_trending_style": {rankedQueries[gallery.SortTrending][1], most.Key, most.ID, 25, "meme", "Style3"},
		"image_ranks_recent":         {rankedQueries[gallery.SortDay][0], most.Key, most.ID, 25, "meme"},
		"image_words_newest":         {searchNewest, newest.Key, newest.ID, 25, "meme", "", "'a':*"},
		"image_words_periods":        {searchPeriods, newest.Key, newest.ID, 25, "meme", "", "'" + periodMark + "abc':*"},
		"known_words_pkey":           {selectUnknown, []string{"abc"}},
		"known_words_trigrams":       {selectSimilar, "c4ca4238a0b923820dcc509a6f75849c"},
		"authors_handle":             {selectAuthor, "@A17"},
		"authors_words":              {lockUnindexed},
		"generated_images_parent":    {selectGone, ids[0]},
	} {
		testkit.CheckUsesIndex(t, pool, index, c[0].(string), c[1:]...)
	}
	testkit.CheckUsesIndex(t, pool, "generated_images_account", selectOfAuthor, "account7", newest.Key, newest.ID,
		database.BatchSize)
	_, buffers := testkit.Explain(t, pool, selectRelatives, ids[0], gallery.MaxRemixes, gallery.MaxAlike)
	if buffers > 300 {
		t.Errorf("related pictures read %d buffers", buffers)
	}
}

// TestRefreshWaitsForAnother has another process change ranks at the same time: were both to write, the
// one with the older counts might be last.
// Verifies FIND-16.
func TestRefreshWaitsForAnother(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	id := ranked(t, s, pool, 1)[0]
	if _, err := s.Like(t.Context(), id, gallery.Identity{Visitor: "ann", Settled: true}); err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup
	err := inRankTx(t.Context(), replica(t, pool), func(pgx.Tx) error {
		both.Go(func() {
			if err := s.RefreshRanks(t.Context()); err != nil {
				t.Error(err)
			}
		})
		testkit.WaitForLock(t, pool, "the refresh waits")
		return nil
	})
	both.Wait()
	if n := countRows(t, pool, outdatedRanks); err != nil || n > 0 {
		t.Errorf("%d ranks are not as their pictures, %v", n, err)
	}
}

// TestPictureIsFoundByItsAuthorsNewHandle has a publication and a change of its author's handle in
// transactions at the same time, either of them first.
// Verifies FIND-8.
func TestPictureIsFoundByItsAuthorsNewHandle(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	for name, isPublishedFirst := range map[string]bool{"published first": true, "changed first": false} {
		t.Run(name, func(t *testing.T) {
			account, handle := uuid.NewString(), testkit.UniqueName("@new")
			add := func(id uuid.UUID) func(tx pgx.Tx) error {
				return func(tx pgx.Tx) error {
					return Artworks{}.Add(t.Context(), tx, gallery.Artwork{Account: account, SignedHandle: "@former",
						Image: gallery.Image{ID: id, Type: gallery.TypeMeme, Created: time.Now()}})
				}
			}
			change := func(tx pgx.Tx) error {
				return Owners{}.ChangeProfile(t.Context(), tx,
					gallery.Profile{Account: account, Handle: handle, Version: 1, Changed: time.Now()})
			}
			if err := pgx.BeginFunc(t.Context(), pool, add(uuid.New())); err != nil { // the author is known
				t.Fatal(err)
			}
			first, second := change, add(uuid.New())
			if isPublishedFirst {
				first, second = second, first
			}
			var both sync.WaitGroup
			err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
				if err := first(tx); err != nil {
					return err
				}
				both.Go(func() {
					if err := pgx.BeginFunc(t.Context(), pool, second); err != nil {
						t.Error(err)
					}
				})
				testkit.WaitForLock(t, pool, "the second waits for the first")
				return nil
			})
			both.Wait()
			if err := s.IndexAuthors(t.Context()); err != nil {
				t.Error(err)
			}
			found, listed := s.ListNewest(t.Context(),
				gallery.Filter{Type: gallery.TypeMeme, Words: gallery.Words(handle)}, page.First[time.Time](), 100)
			if err != nil || listed != nil || len(found) != 2 || found[0].Handle != handle {
				t.Errorf("found %v, %v, %v", found, err, listed)
			}
		})
	}
}

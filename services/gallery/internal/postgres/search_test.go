package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"mcwick.example/platform/page"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// TestEveryCaptionIsFound adds pictures with any text, and finds each by its words and by the beginning
// of its last one.
// Verifies FIND-4, FIND-9.
func TestEveryCaptionIsFound(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	rapid.Check(t, func(t *rapid.T) {
		caption := strings.ReplaceAll(rapid.OneOf(rapid.String(),
			rapid.StringOf(rapid.SampledFrom([]rune(`'"\:*&|!()<-> a1é🔥蝋`)))).Draw(t, "caption"), "\x00", "")
		id, ctx := uuid.New(), context.Background()
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			return Artworks{}.Add(ctx, tx, gallery.Artwork{Image: gallery.Image{ID: id, Type: gallery.TypeMeme,
				Caption: caption, Created: time.Now()}})
		})
		if err != nil {
			t.Fatal(err)
		}
		words := gallery.Words(caption)
		if len(words) == 0 {
			return
		}
		last := []rune(words[len(words)-1])
		words[len(words)-1] = string(last[:rapid.IntRange(1, len(last)).Draw(t, "beginning")])
		found, err := s.ListNewest(ctx, gallery.Filter{Type: gallery.TypeMeme, Words: words},
			page.First[time.Time](), 1)
		if err != nil || len(found) != 1 || found[0].ID != id {
			t.Errorf("%q does not find it: %v, %v", words, found, err)
		}
	})
}

// TestCommonAndRareWordsGiveTheSamePages compares the pages of a search with all pictures that have the
// words: more than a walk along the newest reads, of which the words of some are with old ones alone.
// Verifies FIND-4.
func TestCommonAndRareWordsGiveTheSamePages(t *testing.T) {
	const rows = 3 * walkLength
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	testkit.Fill(t, pool, `INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, caption, created_at)
		SELECT gen_random_uuid(), 'x.png', 'meme', 'p', 'a', '', 'Style' || n % 2,
			'common' || CASE WHEN n % 400 = 0 THEN ' medium' ELSE '' END
				|| CASE WHEN n > $1 - 30 THEN ' old' ELSE '' END,
			timestamptz '2030-01-01' - n / 2 * interval '1 minute'
		FROM generate_series(1, $1) n`, rows)
	testkit.Exec(t, pool, `INSERT INTO withdrawn_images SELECT id, now() FROM generated_images WHERE random() < 0.1`)
	ranked(t, s, pool, 1)
	for _, c := range []struct{ word, style string }{{"medium", ""}, {"old", ""}, {"old", "Style1"}, {"comm", "Style0"}} {
		want, err := pool.Query(t.Context(), `SELECT id FROM generated_images WHERE caption ~ $1 AND ($2 = '' OR style = $2) AND `+isShown+
			` ORDER BY created_at DESC, id DESC LIMIT 200`, `\m`+c.word, c.style)
		if err != nil {
			t.Fatal(err)
		}
		ids, err := pgx.CollectRows(want, pgx.RowTo[uuid.UUID])
		if err != nil || len(ids) < 10 {
			t.Fatal(len(ids), err)
		}
		after := page.First[time.Time]()
		var got []uuid.UUID
		for len(got) < len(ids) {
			found, err := s.ListNewest(t.Context(),
				gallery.Filter{Type: gallery.TypeMeme, Style: c.style, Words: []string{c.word}}, after, 7)
			if err != nil || len(found) == 0 {
				t.Fatalf("%s: %d of %d, %v", c.word, len(got), len(ids), err)
			}
			for _, i := range found {
				got = append(got, i.ID)
				after = page.TimeCursor{Key: i.Created, ID: i.ID}
			}
		}
		if !slices.Equal(got[:len(ids)], ids) {
			t.Errorf("%s of %s: other pictures than a look at all", c.word, c.style)
		}
	}
}

// TestSearchesReadFewPeriods searches for words of very many old pictures, alone and together, on the first page
// and behind it.
// Verifies FIND-17.
func TestSearchesReadFewPeriods(t *testing.T) {
	const rows = 20_000 // in fifteen periods
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	testkit.Fill(t, pool, `INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, caption, created_at)
		SELECT gen_random_uuid(), 'x.png', 'meme', 'p', 'a', '', 'Style', 'common' || CASE WHEN n > $1 / 2 THEN ' old' ELSE '' END,
			timestamptz '2030-01-01' - n * interval '30 minutes'
		FROM generate_series(1, $1) n`, rows)
	ranked(t, s, pool, 1)
	testkit.VacuumAnalyze(t, pool, "generated_images")
	first, behind := page.First[time.Time](), page.TimeCursor{Key: time.Date(2029, 3, 1, 0, 0, 0, 0, time.UTC)}
	for _, words := range [][]string{{"old"}, {"common", "old"}} {
		query, err := s.searchQuery(t.Context(), words)
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range []page.TimeCursor{first, behind} {
			steps, buffers := testkit.Explain(t, pool, searchPeriods, after.Key, after.ID, 25,
				gallery.TypeMeme, "", query)
			// half of the periods have no old picture; one that has some has 1,344
			if buffers > 1000 || !slices.ContainsFunc(steps,
				func(s string) bool { return strings.HasPrefix(s, "Incremental Sort") }) {
				t.Errorf("%v after %v: %d buffers, by %q", words, after.Key, buffers, steps)
			}
			t.Logf("%v after %v: %d buffers", words, after.Key, buffers)
		}
	}
}

// TestSearchesLeaveConnectionsForLists has as many searches as a process makes.
// Verifies FIND-25.
func TestSearchesLeaveConnectionsForLists(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	insertImages(t, pool, 1)
	for range maxSearches {
		leave, err := s.enterSearch(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
	}
	f := gallery.Filter{Type: gallery.TypeMeme}
	if found, err := s.ListNewest(t.Context(), f, page.First[time.Time](), 1); err != nil || len(found) != 1 {
		t.Errorf("a list: %v, %v", found, err)
	}
	f.Words = []string{"gm"}
	if _, err := s.ListNewest(t.Context(), f, page.First[time.Time](), 1); !errors.Is(err, gallery.ErrSearchesBusy) {
		t.Errorf("one search more: %v", err)
	}
	if !s.searchQueue.TryAcquire(maxWaiting) {
		t.Error("one that gave up still waits")
	}
	if _, err := s.enterSearch(t.Context()); !errors.Is(err, gallery.ErrSearchesBusy) {
		t.Errorf("behind those that wait: %v", err)
	}
}

// Verifies FIND-25.
func TestFewWordsAreCorrected(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	testkit.Exec(t, pool, `INSERT INTO known_words VALUES ('candle')`)
	for n, finds := range map[int]bool{maxCorrected: true, maxCorrected + 1: false} {
		query, err := s.searchQuery(t.Context(), slices.Repeat([]string{"cendle"}, n))
		if err != nil || (query != "") != finds {
			t.Errorf("%d unknown words: %q, %v", n, query, err)
		}
	}
}

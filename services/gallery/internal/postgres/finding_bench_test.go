package postgres

import (
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/page"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// insertCaptioned inserts a batch of memes, 30 s apart until now: with eight of 50,000 words, some of
// them common; with "candle" in every second caption, "wick" in every hundredth, "relic" in every
// fiftieth of the older half, "unicorn" in twelve; in ten styles; with likes as of a long tail.
const insertCaptioned = `
INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, caption, likes, created_at)
SELECT gen_random_uuid(), 'memes/x.png', 'meme', 'p', 'a', 'scene' || n % 40, 'Style' || n % 10,
    (SELECT string_agg(substr(md5(floor(50000 * power(random(), 3))::text), 1, 7), ' ') FROM generate_series(1, 8) WHERE n > 0)
        || CASE WHEN n % 2 = 0 THEN ' candle' ELSE '' END || CASE WHEN n % 100 = 1 THEN ' wick' ELSE '' END
        || CASE WHEN n % 50 = 3 AND n < $3 / 2 THEN ' relic' ELSE '' END
        || CASE WHEN n % ($3 / 12) = 5 THEN ' unicorn' ELSE '' END,
    floor(power(random(), 20) * 5000), now() - ($3 - n) * interval '30 s'
FROM generate_series($1::int, $2::int) n`

// insertMany fills the gallery with pictures, and their ranks and words.
func insertMany(b *testing.B, s *Store, pool *pgxpool.Pool, n int) {
	b.Helper()
	const most = 50_000 // per statement, because of the statement timeout
	for from := 1; from <= n; from += most {
		testkit.Exec(b, pool, insertCaptioned, from, min(n, from+most-1), n)
	}
	begin := time.Now()
	for more := true; more; {
		var err error
		if more, err = s.reconcileStep(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("ranks and words of %d pictures: %s", n, time.Since(begin))
	// as publishing stores them, and not in the order of a pass
	testkit.Exec(b, pool, `CLUSTER image_words USING image_words_newest`)
	testkit.VacuumAnalyze(b, pool, "generated_images", "image_ranks", "image_words", "known_words")
}

// BenchmarkFinding reads a page of 24 of a million pictures in every order and by searches: for words
// that are common, rare, everywhere, nowhere, or misspelled, and for a word that is common among old
// pictures alone. Lists of a day have 2,880 pictures, those of a week 20,160.
func BenchmarkFinding(b *testing.B) {
	const rows = 1_000_000
	url := testkit.DatabaseURL(b, migrations.Schema)
	pool := testkit.ConnectWithTimeout(b, url, 10*time.Minute)
	s := NewStore(pool)
	insertMany(b, s, pool, rows)
	measureFinding(b, s)
}

// measureFinding measures every list and search.
func measureFinding(b *testing.B, s *Store) {
	measure := func(name string, list func() (int, error), want int) {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				begin := time.Now()
				got, err := list()
				if err != nil || got != want {
					b.Fatal(got, err)
				}
				took = append(took, time.Since(begin))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
	for _, by := range []gallery.Sort{gallery.SortTop, gallery.SortTrending, gallery.SortDay, gallery.SortWeek} {
		for _, style := range []string{"", "Style3"} {
			after := page.First[int64]()
			measure(string(by)+style, func() (int, error) {
				found, err := s.ListRanked(b.Context(), gallery.Filter{Type: gallery.TypeMeme, Style: style}, by,
					after, 25)
				return len(found), err
			}, 25)
		}
	}
	for _, search := range []struct {
		name, query string
		want        int
	}{
		{"common", "candle", 25}, {"medium", "wick", 25}, {"old", "relic", 25}, {"rare", "unicorn", 12},
		{"none", "zzzzzzzz", 0}, {"misspelled", "unikorn", 12}, {"beginning", "c", 25}, {"common and rare", "candle unicorn", 0},
		{"common and old", "candle relic", 0}, {"two medium", "wick relic", 0}, {"beginnings and rare", "a b c unicorn", 0},
	} {
		measure("search/"+search.name, func() (int, error) {
			found, err := s.ListNewest(b.Context(),
				gallery.Filter{Type: gallery.TypeMeme, Words: gallery.Words(search.query)}, page.First[time.Time](), 25)
			if search.want == 0 && err == nil {
				return 0, nil
			}
			return len(found), err
		}, search.want)
	}
}

package postgres

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
)

// insertBacklog inserts the rows of months without retention: of each ten videos one was shared.
func insertBacklog(t testing.TB, u string, rows int) *pgxpool.Pool {
	t.Helper()
	pool := testkit.Connect(t, u)
	for _, statement := range []string{
		`INSERT INTO jobs (id, kind, visitor, idempotency_key, input_hash, input, state, trace, finished_at, lane)
			SELECT md5('j' || n)::uuid, 'video', 'ann', n, '', '{}', 'failed', '', now() - interval '8 days' - n * interval '1 s', 'lane'
			FROM generate_series(1, $1::int / 10) n`,
		`INSERT INTO speeches (id, visitor, sound, text, duration_ms, words, created_at)
			SELECT md5('s' || n)::uuid, 'ann', md5('s' || n)::uuid, '', 1, '[]', now() - interval '8 days' - n * interval '1 s'
			FROM generate_series(1, $1::int / 10) n`,
		`INSERT INTO videos (id, visitor, sound, category, pfp, description, duration_ms, created_at, shared_at)
			SELECT md5('j' || n)::uuid, 'ann', md5('s' || n)::uuid, '', '', '', 1, now() - interval '8 days', CASE WHEN n % 10 = 0 THEN now() END
			FROM generate_series(1, $1::int / 10) n`,
		`INSERT INTO job_lanes SELECT n, now() - interval '16 days' * n / $1::int FROM generate_series(1, $1::int) n`,
	} {
		testkit.Fill(t, pool, statement, rows)
	}
	testkit.Fill(t, pool, `VACUUM ANALYZE`)
	return pool
}

// TestBacklogIsDeletedInShortStatements has statements that are canceled after five seconds,
// and that record what they delete.
// Verifies RETAIN-5.
func TestBacklogIsDeletedInShortStatements(t *testing.T) {
	const rows = 60_000
	u := testkit.DatabaseURL(t, migrations.Schema)
	pool := insertBacklog(t, u, rows)
	largest := testkit.RecordDeletions(t, pool, "jobs", "videos", "speeches")
	limited := testkit.ConnectWithTimeout(t, u, time.Minute)
	retention := NewRetention(limited, events.NewRelay(testkit.DiscardLog(), limited, events.Config{}, "media"))
	for range 2 { // a speech is deleted after its video
		if err := retention.Expire(t.Context(), time.Now()); err != nil {
			t.Error(err)
		}
	}
	if n := largest(); n == 0 || n > database.BatchSize {
		t.Errorf("a statement deleted %d rows", n)
	}
	for query, want := range map[string]int{
		`SELECT count(*) FROM videos`:                               rows / 100,
		`SELECT count(*) FROM jobs`:                                 rows / 100,
		`SELECT count(*) FROM jobs WHERE lane <> ''`:                0,
		`SELECT count(*) FROM speeches`:                             rows / 100,
		`SELECT count(*) FROM object_deletions WHERE NOT withdrawn`: rows / 100 * 9 * 5,
	} {
		if left := testkit.QueryOne[int](t, pool, query); left != want {
			t.Errorf("%s: %d, want %d", query, left, want)
		}
	}
}

// TestExpiryUsesIndexes has many rows that are kept for good, older than those that are due.
// Verifies RETAIN-5.
func TestExpiryUsesIndexes(t *testing.T) {
	t.Parallel()
	pool := insertBacklog(t, testkit.DatabaseURL(t, migrations.Schema), 50_000)
	week := time.Now().Add(-7 * 24 * time.Hour)
	testkit.CheckUsesIndex(t, pool, "videos_unshared", deleteUnsharedVideos, week)
	testkit.CheckUsesIndex(t, pool, "speeches_age", database.SelectNextSQL("speeches", "created_at"), week,
		week.Add(-5*time.Hour), uuid.Max)
}

package postgres

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/publishing/publications"
)

// insertBacklog inserts the rows of months without retention: of each hundred artworks ten were
// published.
func insertBacklog(t testing.TB, u string, rows int) {
	t.Helper()
	pool := testkit.Connect(t, u)
	for _, statement := range []string{
		`INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at)
			SELECT md5(n::text)::uuid, 'ann', 'meme', '', '', '', '', 'ai-generations/' || md5(n::text)::uuid || '.png',
				now() - interval '8 days' - n * interval '1 s' FROM generate_series(1, $1::int) n`,
		`INSERT INTO publications (id, artwork_id, visitor, idempotency_key, input_hash, overlays, object_name, created_at)
			SELECT md5('p' || n)::uuid, md5(n::text)::uuid, 'ann', n, '', '[]', 'memes/' || md5('p' || n)::uuid || '.png', now()
			FROM generate_series(1, $1::int) n WHERE n % 10 = 0`,
		`INSERT INTO reports (publication_id, visitor, reason, note, created_at, settled_at, lane)
			SELECT id, 'bob', 'spam', 'no', now() - interval '1 s' * n, now() - interval '1 s' * n, 'lane'
			FROM (SELECT id, 86400 * 16 * row_number() OVER () / $1::int * 10 AS n FROM publications) numbered`,
	} {
		if _, err := pool.Exec(t.Context(), statement, rows); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := pool.Exec(t.Context(), `VACUUM ANALYZE`); err != nil {
		t.Fatal(err)
	}
}

// TestBacklogIsDeletedInShortStatements has statements that are canceled after less than a second,
// and that record what they delete.
// Verifies RETAIN-5.
func TestBacklogIsDeletedInShortStatements(t *testing.T) {
	const rows = 60_000
	u := testkit.DatabaseURL(t, migrations.Schema)
	insertBacklog(t, u, rows)
	pool := testkit.Connect(t, u)
	largest := testkit.RecordDeletions(t, pool, "artworks")
	retention := NewRetention(testkit.ConnectWithTimeout(t, u, 800*time.Millisecond))
	week := time.Now().Add(-7 * 24 * time.Hour)
	if err := retention.Expire(t.Context(),
		publications.Cutoffs{Unpublished: week, Lanes: week, Notes: week}); err != nil {
		t.Error(err)
	}
	if n := largest(); n == 0 || n > database.BatchSize {
		t.Errorf("a statement deleted %d rows", n)
	}
	for query, want := range map[string]int{
		`SELECT count(*) FROM artworks WHERE kept`:                                rows / 10,
		`SELECT count(*) FROM artworks`:                                           rows / 10,
		`SELECT count(*) FROM object_deletions WHERE NOT withdrawn`:               rows / 10 * 9,
		`SELECT count(*) FROM artworks JOIN object_deletions USING (object_name)`: 0,
	} {
		var left int
		if err := pool.QueryRow(t.Context(), query).Scan(&left); err != nil || left != want {
			t.Errorf("%s: %d, want %d, %v", query, left, want, err)
		}
	}
}

// TestExpiryUsesIndexes has many rows that are kept for good, older than those that are due.
// Verifies RETAIN-5.
func TestExpiryUsesIndexes(t *testing.T) {
	t.Parallel()
	u := testkit.DatabaseURL(t, migrations.Schema)
	insertBacklog(t, u, 50_000)
	pool := testkit.Connect(t, u)
	week := time.Now().Add(-7 * 24 * time.Hour)
	old, err := database.QueryRows(t.Context(), pool, pgx.RowTo[uuid.UUID], lockOldArtworks, week)
	if err != nil {
		t.Fatal(err)
	}
	testkit.CheckUsesIndex(t, pool, "artworks_due", lockOldArtworks, week)
	// a small part of 5,000, as a batch is of millions
	testkit.CheckUsesIndex(t, pool, "publications_artwork", expireLockedArtworks, old[:10])
	testkit.CheckUsesIndex(t, pool, "publications_lanes", blankLanes, week)
	testkit.CheckUsesIndex(t, pool, "reports_lane", blankReportLanes, week)
	testkit.CheckUsesIndex(t, pool, "reports_settled", blankNotes, week)
	if err := NewRetention(pool).Expire(t.Context(), publications.Cutoffs{Unpublished: week}); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `VACUUM ANALYZE`); err != nil {
		t.Fatal(err)
	}
	if _, buffers := testkit.Explain(t, pool, lockOldArtworks, week); buffers > 100 {
		t.Errorf("%d buffers to find that nothing is due among what is kept", buffers)
	}
}

// Verifies ADDR-9.
func TestFormerPortraitsAreFoundByIndex(t *testing.T) {
	t.Parallel()
	u := testkit.DatabaseURL(t, migrations.Schema)
	insertBacklog(t, u, 50_000)
	testkit.CheckUsesIndex(t, testkit.Connect(t, u), "artworks_former_portraits", selectFormerPortraits)
}

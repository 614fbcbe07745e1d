package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/postgres/migrations/migrationstest"
)

// insertBacklog inserts the rows of months without retention: of each hundred artworks ten were
// published.
func insertBacklog(t testing.TB, u string, rows int) *pgxpool.Pool {
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
		testkit.Fill(t, pool, statement, rows)
	}
	testkit.Fill(t, pool, `VACUUM ANALYZE`)
	return pool
}

// TestBacklogIsDeletedInShortStatements has statements that record what they delete.
// Verifies RETAIN-5.
func TestBacklogIsDeletedInShortStatements(t *testing.T) {
	const rows = 60_000
	u := testkit.DatabaseURL(t, migrations.Schema)
	pool := insertBacklog(t, u, rows)
	largest := testkit.RecordDeletions(t, pool, "artworks")
	limited := testkit.ConnectWithTimeout(t, u, time.Minute)
	retention := NewRetention(limited, newRelay(limited))
	if err := retention.Expire(t.Context(), time.Now()); err != nil {
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
		if left := testkit.QueryOne[int](t, pool, query); left != want {
			t.Errorf("%s: %d, want %d", query, left, want)
		}
	}
}

// TestExpiryUsesIndexes has many rows that are kept for good, older than those that are due.
// Verifies RETAIN-5.
func TestExpiryUsesIndexes(t *testing.T) {
	t.Parallel()
	u := testkit.DatabaseURL(t, migrations.Schema)
	pool := insertBacklog(t, u, 50_000)
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
	if err := NewRetention(pool, newRelay(pool)).Expire(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	testkit.VacuumAnalyze(t, pool, "artworks", "publications")
	if _, buffers := testkit.Explain(t, pool, lockOldArtworks, week); buffers > 100 {
		t.Errorf("%d buffers to find that nothing is due among what is kept", buffers)
	}
}

// withdrawBacklog withdraws every other publication of the backlog, and makes the artworks of half of
// these, and of half of the others, younger than a week. The last release has marked all as kept.
func withdrawBacklog(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	for _, statement := range []string{
		`UPDATE artworks SET kept = true, prompt = 'a candle' WHERE id IN (SELECT artwork_id FROM publications)`,
		`WITH numbered AS (SELECT id, artwork_id, row_number() OVER (ORDER BY created_at, id) AS n FROM publications),
			young AS (UPDATE artworks SET created_at = now()
				WHERE id IN (SELECT artwork_id FROM numbered WHERE n % 4 > 1))
			UPDATE publications SET withdrawn_at = now() WHERE id IN (SELECT id FROM numbered WHERE n % 2 = 0)`,
		`DELETE FROM object_deletions`,
		`VACUUM ANALYZE`,
	} {
		testkit.Fill(t, pool, statement)
	}
}

// TestWithdrawnArtworksAreFoundByIndex has a backlog of the last release.
// Verifies RETAIN-5, RETAIN-8.
func TestWithdrawnArtworksAreFoundByIndex(t *testing.T) {
	t.Parallel()
	const rows = 80_000
	u := testkit.DatabaseURL(t, migrations.Schema)
	pool := insertBacklog(t, u, rows)
	withdrawBacklog(t, pool)
	week := time.Now().Add(-7 * 24 * time.Hour)
	testkit.CheckUsesIndex(t, pool, "publications_artwork_unchecked", lockWithdrawn, week)
	type due struct{ Publication, Artwork uuid.UUID }
	found, err := database.QueryRows(t.Context(), pool, pgx.RowToStructByName[due], lockWithdrawn, week)
	if err != nil || len(found) != database.BatchSize {
		t.Fatalf("%d, %v", len(found), err)
	}
	var withdrawn, artworks []uuid.UUID
	for _, d := range found[:10] { // a small part, as a batch is of millions
		withdrawn, artworks = append(withdrawn, d.Publication), append(artworks, d.Artwork)
	}
	testkit.CheckUsesIndex(t, pool, "publications_artwork", expireLockedWithdrawn, artworks, withdrawn, week)
	testkit.CheckUsesIndex(t, pool, "publications_pkey", blankWithdrawn, withdrawn)
	for _, statement := range []string{ // the statement ran
		`UPDATE artworks SET deleted = false, prompt = 'a candle' WHERE deleted`,
		`UPDATE publications SET artwork_unchecked = '-infinity', moves = 0`, `VACUUM ANALYZE`,
	} {
		testkit.Fill(t, pool, statement)
	}
	limited := testkit.ConnectWithTimeout(t, u, time.Minute)
	retention := NewRetention(limited, newRelay(limited))
	if err := retention.Expire(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	count := func(query string, want int) {
		t.Helper()
		if n := testkit.QueryOne[int](t, pool, query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
	const gone = rows / 10 / 4
	count(`SELECT count(*) FROM artworks WHERE deleted AND prompt = ''`, gone)
	count(`SELECT count(*) FROM artworks WHERE NOT deleted AND prompt = 'a candle'`, 3*gone)
	count(`SELECT count(*) FROM object_deletions JOIN artworks USING (object_name) WHERE deleted`, gone)
	count(`SELECT count(*) FROM publications WHERE moves = 2147483647`, 2*gone)
	count(`SELECT count(*) FROM outbox`, 2*gone)
	testkit.VacuumAnalyze(t, pool, "artworks", "publications")
	if _, buffers := testkit.Explain(t, pool, lockWithdrawn, week); buffers > 20 {
		t.Errorf("%d buffers to find that nothing is due among what was checked or is young", buffers)
	}
	if err := retention.Expire(t.Context(), time.Now().Add(unpublishedRetention+time.Hour)); err != nil {
		t.Fatal(err)
	}
	count(`SELECT count(*) FROM artworks WHERE deleted`, 2*gone)
}

// TestWithdrawalsOfLastReleaseAreChecked has publications that were withdrawn before the migration and
// beside this release, by statements of the last one.
// Verifies RETAIN-8.
func TestWithdrawalsOfLastReleaseAreChecked(t *testing.T) {
	t.Parallel()
	url := testkit.DatabaseURL(t, migrationstest.Before(t, "00041"))
	pool := testkit.Connect(t, url)
	publish := func(name string) {
		testkit.Exec(t, pool, `WITH drawn AS (INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at, kept)
				VALUES (gen_random_uuid(), 'ann', 'meme', 'a candle', '', '', '', $1, now() - interval '8 days', true) RETURNING id)
			INSERT INTO publications (id, artwork_id, visitor, idempotency_key, input_hash, overlays, object_name, created_at)
			SELECT gen_random_uuid(), id, 'ann', $1, '', '[]', $1, now() FROM drawn`, name)
	}
	withdraw := func(name string) {
		testkit.Exec(t, pool,
			`UPDATE publications SET withdrawn_at = now(), hidden_by = NULL, moves = moves + 1 WHERE object_name = $1`,
			name)
	}
	for _, name := range []string{"withdrawn", "up"} {
		publish(name)
	}
	withdraw("withdrawn")
	if err := testkit.Migrate(t, url, migrations.Schema); err != nil {
		t.Fatal(err)
	}
	publish("beside")
	withdraw("beside")
	if err := NewRetention(pool, newRelay(pool)).Expire(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	left, err := database.QueryRows(t.Context(), pool, pgx.RowTo[string], `SELECT object_name FROM artworks WHERE prompt <> ''`)
	if diff := cmp.Diff([]string{"up"}, left); err != nil || diff != "" {
		t.Errorf("%v, artworks (-want +got):\n%s", err, diff)
	}
}

// Verifies ADDR-9.
func TestFormerPortraitsAreFoundByIndex(t *testing.T) {
	t.Parallel()
	pool := insertBacklog(t, testkit.DatabaseURL(t, migrations.Schema), 50_000)
	testkit.CheckUsesIndex(t, pool, "artworks_former_portraits", selectFormerPortraits)
}

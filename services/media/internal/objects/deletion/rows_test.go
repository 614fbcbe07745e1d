package deletion

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
	"mcwick.example/services/media/internal/objects/buckettest"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/postgres/migrations/migrationstest"
)

// TestDeletionsOfLastRelease has publications that were withdrawn before scheduled deletions
// existed, and others that a program of that release withdraws, hides and restores at the same
// time.
// Verifies SORT-4.
func TestDeletionsOfLastRelease(t *testing.T) {
	t.Parallel()
	url := testkit.DatabaseURL(t, migrationstest.Before(t, "00017"))
	pool := testkit.Connect(t, url)
	artwork := uuid.New()
	testkit.Exec(t, pool, `INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at)
		VALUES ($1, 'ann', 'meme', '', '', '', '', '', now())`, artwork)
	for _, name := range []string{"up", "withdrawn", "hidden", "withdrawn beside", "hidden beside",
		"hidden, then withdrawn", "restored"} {
		testkit.Exec(t, pool, `INSERT INTO publications (id, artwork_id, visitor, idempotency_key, input_hash, overlays, object_name, created_at)
			VALUES (gen_random_uuid(), $1, 'ann', $2, '', '[]', $2, now())`, artwork, name)
	}
	const withdraw = `UPDATE publications SET withdrawn_at = now(), hidden_by = nullif($2, ''), moves = moves + 1 WHERE object_name = $1`
	testkit.Exec(t, pool, withdraw, "withdrawn", "")
	testkit.Exec(t, pool, withdraw, "hidden", "operator")
	if err := testkit.Migrate(t, url, migrations.Schema); err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, pool, withdraw, "withdrawn beside", "")
	for _, name := range []string{"hidden beside", "hidden, then withdrawn", "restored"} {
		testkit.Exec(t, pool, withdraw, name, "reports")
	}
	testkit.Exec(t, pool, `UPDATE publications SET hidden_by = NULL WHERE object_name = $1 AND hidden_by IS NOT NULL`,
		"hidden, then withdrawn")
	testkit.Exec(t, pool,
		`UPDATE publications SET withdrawn_at = NULL, hidden_by = NULL, moves = moves + 1, cleared_at = now() WHERE object_name = $1`,
		"restored")
	due, err := New(pool, nil, nil).claim(t.Context(), 100, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, name := range due {
		got[name] = true
	}
	if diff := cmp.Diff(map[string]bool{"withdrawn": true, "withdrawn beside": true, "hidden, then withdrawn": true},
		got); diff != "" {
		t.Errorf("to be deleted (-want +got):\n%s", diff)
	}
}

func TestDeletionIsClaimedByOneReplica(t *testing.T) {
	t.Parallel()
	f := newFixture(t, buckettest.Bucket{})
	f.scheduleDeletion(t, false, "memes/a.png")
	// by another process, which had served it
	f.scheduleDeletion(t, true, "memes/a.png")
	for again, want := range [][]string{{"memes/a.png"}, {"memes/a.png"}, {}} { // at once twice, and then in a minute
		names, err := f.deleter().claim(t.Context(), 10, time.Duration(again)*time.Minute)
		if diff := cmp.Diff(want, names); err != nil || diff != "" {
			t.Errorf("claim %d: %v (-want +got):\n%s", again, err, diff)
		}
	}
	if names, err := f.deleter().Withdrawn(t.Context()); err != nil || len(names) != 1 {
		t.Errorf("withdrawn: %v, %v", names, err)
	}
	if err := f.deleter().finish(t.Context(), []string{"memes/a.png"}, recordTimeout); err != nil || f.waiting(t) != 0 {
		t.Errorf("%d are left, %v", f.waiting(t), err)
	}
}

func TestOldestDeletionMetric(t *testing.T) {
	metrics := metrictest.New(t)
	pool := testkit.Database(t, migrations.Schema)
	New(pool, nil, nil).Measure()
	const name = "mcwick.media.deletions.age"
	if got := metrics.Read(t, name); got.Series != 1 || got.Value != 0 {
		t.Errorf("nothing waits: %v", got)
	}
	testkit.Exec(t, pool,
		`INSERT INTO object_deletions (object_name, withdrawn, added_at) VALUES ('a', true, now() - interval '1 hour'), ('b', true, now())`)
	if got := metrics.Read(t, name).Value; got < 3600 || got > 3700 {
		t.Errorf("the oldest waits for %v s", got)
	}
}

func TestDueDeletionsUseIndex(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	for _, statement := range []string{
		`INSERT INTO object_deletions (object_name, withdrawn, next_at) SELECT n, false, now() + n * interval '1 s' FROM generate_series(-1000, 20000) n`,
		`ANALYZE object_deletions`,
	} {
		testkit.Fill(t, pool, statement)
	}
	testkit.CheckUsesIndex(t, pool, "object_deletions_due", claimDeletions, 100, time.Minute)
}

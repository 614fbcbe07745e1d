package postgres_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/config"
	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
	"mcwick.example/services/media/internal/media"
	"mcwick.example/services/media/internal/postgres"
	"mcwick.example/services/media/internal/postgres/migrations"
)

// TestWithdrawalsOfTheReleaseBefore has publications that were withdrawn before there were deletions, and others that a program of that
// release withdraws, hides and restores beside this one.
func TestWithdrawalsOfTheReleaseBefore(t *testing.T) {
	url := testkit.DatabaseURL(t, before(t, "00017"))
	pool := testkit.Connect(t, url)
	exec := func(statement string, args ...any) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	artwork := uuid.New()
	exec(`INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at)
		VALUES ($1, 'ann', 'meme', '', '', '', '', '', now())`, artwork)
	for _, name := range []string{"up", "withdrawn", "hidden", "withdrawn beside", "hidden beside", "hidden, then withdrawn", "restored"} {
		exec(`INSERT INTO publications (id, artwork_id, visitor, idempotency_key, input_hash, overlays, object_name, created_at)
			VALUES (gen_random_uuid(), $1, 'ann', $2, '', '[]', $2, now())`, artwork, name)
	}
	const withdraw = `UPDATE publications SET withdrawn_at = now(), hidden_by = nullif($2, ''), moves = moves + 1 WHERE object_name = $1`
	exec(withdraw, "withdrawn", "")
	exec(withdraw, "hidden", "operator")
	if err := database.Migrate(t.Context(), testkit.Log(), database.Config{URL: config.Secret(url), PoolSize: 2}, migrations.Schema); err != nil {
		t.Fatal(err)
	}
	exec(withdraw, "withdrawn beside", "")
	for _, name := range []string{"hidden beside", "hidden, then withdrawn", "restored"} {
		exec(withdraw, name, "reports")
	}
	exec(`UPDATE publications SET hidden_by = NULL WHERE object_name = $1 AND hidden_by IS NOT NULL`, "hidden, then withdrawn")
	exec(`UPDATE publications SET withdrawn_at = NULL, hidden_by = NULL, moves = moves + 1, cleared_at = now() WHERE object_name = $1`, "restored")
	due, err := postgres.NewStore(pool, nil).ClaimDeletions(t.Context(), 100, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, name := range due {
		got[name] = true
	}
	if diff := cmp.Diff(map[string]bool{"withdrawn": true, "withdrawn beside": true, "hidden, then withdrawn": true}, got); diff != "" {
		t.Errorf("to be deleted (-want +got):\n%s", diff)
	}
}

func TestADeletionIsClaimedByOneAndDueAgainLater(t *testing.T) {
	pool, store, p := publication(t)
	claim := func(again time.Duration) []string {
		t.Helper()
		names, err := store.ClaimDeletions(t.Context(), 10, again)
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	if _, err := store.Publish(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.Withdraw(t.Context(), p.ID, media.Owner{Visitor: "ann"}, time.Now()); err != nil {
		t.Fatal(err)
	}
	for again, want := range [][]string{{p.ObjectName}, {p.ObjectName}, {}} { // at once twice, and then in a minute
		if diff := cmp.Diff(want, claim(time.Duration(again)*time.Minute)); diff != "" {
			t.Errorf("claim %d (-want +got):\n%s", again, diff)
		}
	}
	if err := store.FinishDeletions(t.Context(), []string{p.ObjectName}); err != nil {
		t.Fatal(err)
	}
	left, err := database.Rows(t.Context(), pool, pgx.RowTo[string], `SELECT object_name FROM object_deletions`)
	if err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestTheOldestDeletionIsMeasured(t *testing.T) {
	metrics := metrictest.New(t)
	pool := testkit.Database(t, migrations.Schema)
	store := postgres.NewStore(pool, events.NewRelay(testkit.Log(), pool, events.Config{}, "media"))
	if err := store.MeasureDeletions(); err != nil {
		t.Fatal(err)
	}
	const name = "mcwick.media.deletions.age"
	if got := metrics.Of(t, name); got.Series != 1 || got.Value != 0 {
		t.Errorf("nothing waits: %v", got)
	}
	_, err := pool.Exec(t.Context(), `INSERT INTO object_deletions (object_name, withdrawn, added_at) VALUES ('a', true, now() - interval '1 hour'), ('b', true, now())`)
	if err != nil {
		t.Fatal(err)
	}
	if got := metrics.Of(t, name).Value; got < 3600 || got > 3700 {
		t.Errorf("the oldest waits for %v s", got)
	}
}

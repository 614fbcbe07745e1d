package postgres

import (
	"testing"
	"time"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
)

// TestHiddenPicturesLoadQuickly has 10,000 hidden publications among others, which every process
// loads each second.
func TestHiddenPicturesLoadQuickly(t *testing.T) {
	const rows, hidden = 100_000, 10_000
	u := testkit.DatabaseURL(t, migrations.Schema)
	insertBacklog(t, u, rows)
	pool := testkit.Connect(t, u)
	testkit.Exec(t, pool, `UPDATE publications SET withdrawn_at = now(), hidden_by = 'operator'`)
	testkit.Exec(t, pool, `VACUUM ANALYZE publications`)
	store := NewStore(pool, newRelay(pool))
	best := time.Hour
	for range 10 {
		began := time.Now()
		found, err := store.Hidden(t.Context())
		if err != nil || len(found) != hidden {
			t.Fatalf("%d, %v", len(found), err)
		}
		best = min(best, time.Since(began))
	}
	if t.Logf("%d hidden publications load in %s", hidden, best); best > 200*time.Millisecond {
		t.Errorf("that is too long for every second: %s", best)
	}
}

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
	pool := insertBacklog(t, testkit.DatabaseURL(t, migrations.Schema), rows)
	testkit.Exec(t, pool, `UPDATE publications SET withdrawn_at = now(), hidden_by = 'operator'`)
	testkit.VacuumAnalyze(t, pool, "publications")
	testkit.CheckUsesIndex(t, pool, "publications_hidden", selectHidden)
	began := time.Now()
	found, err := NewStore(pool, newRelay(pool)).Hidden(t.Context())
	if err != nil || len(found) != hidden {
		t.Fatalf("%d, %v", len(found), err)
	}
	t.Logf("%d hidden publications load in %s", hidden, time.Since(began))
}

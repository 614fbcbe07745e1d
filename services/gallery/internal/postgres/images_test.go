package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/page"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// explain returns the plan of one page of 24: its steps and the buffers that it reads. Pages count
// from 1.
func explain(t testing.TB, pool *pgxpool.Pool, pictures, number int) (steps []string, buffers int) {
	t.Helper()
	after := page.First[time.Time]()
	if number > 1 {
		after = page.TimeCursor{Key: time.Date(2030, 1, 1, 0, 0, pictures-24*(number-1)+1, 0, time.UTC), ID: uuid.Nil}
	}
	return testkit.Explain(t, pool, selectNewest, after.Key, after.ID, 24, gallery.TypeMeme)
}

func TestDeepPagesCostAsMuchAsTheFirst(t *testing.T) {
	const rows = 30_000
	pool := testkit.Database(t, migrations.Schema)
	insertImages(t, pool, rows)
	testkit.Exec(t, pool, `INSERT INTO withdrawn_images SELECT id, now() FROM generated_images ORDER BY id LIMIT 300`)
	firstSteps, first := explain(t, pool, rows, 1)
	for _, number := range []int{2, 600, rows / 24} {
		steps, buffers := explain(t, pool, rows, number)
		if diff := cmp.Diff(firstSteps, steps); diff != "" {
			t.Errorf("page %d has another plan than the first (-first +this):\n%s", number, diff)
		}
		if 10*buffers > 12*first {
			t.Errorf("page %d touches %d buffers, the first %d", number, buffers, first)
		}
	}
	t.Logf("%d buffers by %q", first, firstSteps)
}

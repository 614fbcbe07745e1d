package postgres

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// Verifies RETAIN-7.
func TestLanesOfLikesAreDeletedAfterSevenDays(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	_, err := pool.Exec(t.Context(), `INSERT INTO lane_likes (image_id, lane, likes, created_at)
		SELECT gen_random_uuid(), days, 1, now() - days * interval '1 day' FROM generate_series(5, 8) days`)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second pass finds nothing to do
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		left, err := database.QueryRows(t.Context(), pool, pgx.RowTo[string], `SELECT lane FROM lane_likes ORDER BY 1`)
		if diff := cmp.Diff([]string{"5", "6"}, left); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

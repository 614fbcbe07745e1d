package postgres

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/intent"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/wall/internal/postgres/migrations"
	"mcwick.example/services/wall/internal/wall"
)

func TestWhoWasRejectedIsForgotten(t *testing.T) {
	pool := testkit.Database(t, migrations.Files)
	s := NewStore(pool, nil) // nothing here is told
	for handle, days := range map[string]int{"@long_ago": 31, "@lately": 29, "@open": 0} {
		n := wall.Nomination{ID: uuid.New(), Wall: wall.Flame, XHandle: handle, Reason: "Burns"}
		if err := s.Nominate(t.Context(), "visitor", intent.Of(handle, nil), n); err != nil {
			t.Fatal(err)
		}
		if days == 0 {
			continue
		}
		if err := s.Reject(t.Context(), n.ID, wall.By{Operator: "ada", Note: "not " + handle}); err != nil {
			t.Fatal(err)
		}
		_, err := pool.Exec(t.Context(), `UPDATE nominations SET rejected_at = now() - make_interval(days => $2) WHERE id = $1`, n.ID, days)
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := pool.Exec(t.Context(), `UPDATE nomination_intents SET created_at = now() - interval '8 days' WHERE idempotency_key = '@open'`); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second pass finds nothing to do
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT x_handle FROM nominations ORDER BY 1`:                   {"@lately", "@open"},
			`SELECT operator || x_handle || note FROM decisions ORDER BY 1`: {"ada", "ada@latelynot @lately"},
			`SELECT idempotency_key FROM nomination_intents ORDER BY 1`:     {"@lately", "@long_ago"},
		} {
			got, err := database.Rows(t.Context(), pool, pgx.RowTo[string], query)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", query, err, diff)
			}
		}
	}
}

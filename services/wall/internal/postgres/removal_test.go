package postgres

import (
	"testing"

	"mcwick.example/platform/events"
	"mcwick.example/platform/testkit"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/postgres/migrations"
	"mcwick.example/services/wall/internal/wall"
)

// TestOptOutPublishesEachWithdrawalOnce has an entry whose withdrawal was published when it was
// hidden. No relay runs, so the outbox keeps what is written.
// Verifies WALL-20.
func TestOptOutPublishesEachWithdrawalOnce(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := NewStore(pool, events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "wall", wallv1.TopicEntry))
	testkit.Exec(t, pool, `INSERT INTO wall_entries (id, wall, x_handle, bio, hidden_at) VALUES
		(gen_random_uuid(), 'flame', '@hidden', '', now()), (gen_random_uuid(), 'flame', '@shown', '', NULL)`)
	for _, c := range []struct {
		handle string
		want   int
	}{{"@hidden", 0}, {"@shown", 1}} {
		if err := s.OptOut(t.Context(), c.handle, wall.Action{Operator: "ada"}); err != nil {
			t.Fatal(err)
		}
		if written := testkit.QueryOne[int](t, pool, `SELECT count(*) FROM outbox`); written != c.want {
			t.Errorf("%s: %d events are written, want %d", c.handle, written, c.want)
		}
	}
}

package postgres

import (
	"testing"

	"github.com/google/uuid"

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

// TestBlankDuringApprovalBlanksTheEntry has an approval that has made the entry and waits to write its event.
// Verifies WALL-25.
func TestBlankDuringApprovalBlanksTheEntry(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := NewStore(pool, events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "wall", wallv1.TopicEntry))
	id := uuid.New()
	testkit.Exec(t, pool, `INSERT INTO nominations (id, wall, x_handle, reason, is_self_nomination)
		VALUES ($1, 'flame', '@wick', 'Burns', false)`, id)
	hold, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Rollback(t.Context())
	if _, err := hold.Exec(t.Context(), `LOCK TABLE outbox IN EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 2)
	waits := func(n int) func() bool {
		return func() bool {
			return testkit.QueryOne[int](t, pool, `SELECT count(*) FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock'`) == n
		}
	}
	go func() {
		_, err := s.Approve(t.Context(), id, wall.Action{Operator: "ada"})
		done <- err
	}()
	testkit.Eventually(t, "the approval waits", waits(1))
	go func() { done <- s.Blank(t.Context(), id, wall.Action{Operator: "lin"}) }()
	testkit.Eventually(t, "the blanking waits", waits(2))
	if err := hold.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if bio := testkit.QueryOne[string](t, pool, `SELECT bio FROM wall_entries WHERE id = $1`, id); bio != "" {
		t.Errorf("visitors see %q", bio)
	}
}

package postgres

import (
	"fmt"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/idempotency"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/wall/internal/postgres/migrations"
	"mcwick.example/services/wall/internal/wall"
)

// makeOlder moves the time of rows into the past.
func makeOlder(t *testing.T, pool *pgxpool.Pool, column, table, where string, days int) {
	t.Helper()
	testkit.Exec(t, pool,
		fmt.Sprintf(`UPDATE %s SET %s = now() - make_interval(days => $1) WHERE %s`, table, column, where), days)
}

// Verifies RETAIN-6.
func TestSweepDeletesSettledComplaints(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := NewStore(pool, nil) // nothing here publishes events
	for handle, days := range map[string]int{"@long_ago": 31, "@lately": 29, "@open": 0} {
		testkit.Exec(t, pool, `INSERT INTO complaints (id, wall, x_handle, reason, place, note)
			VALUES (gen_random_uuid(), '', $1, '', '/wall', 'about me')`, handle)
		if days == 0 {
			continue
		}
		testkit.Exec(t, pool, `INSERT INTO decisions (operator, act, wall, x_handle, note)
			VALUES ('ada', 'settle', '', $1, 'did ' || $1)`, handle)
		makeOlder(t, pool, "settled_at", "complaints", "x_handle = '"+handle+"'", days)
		makeOlder(t, pool, "created_at", "decisions", "x_handle = '"+handle+"'", days)
	}
	for visitor, days := range map[string]int{"ann": 31, "bob": 29, "cleo": 8, "dan": 6} {
		testkit.Exec(t, pool,
			`INSERT INTO entry_reporters (entry_id, visitor, lane) VALUES (gen_random_uuid(), $1, $1)`, visitor)
		makeOlder(t, pool, "created_at", "entry_reporters", "visitor = '"+visitor+"'", days)
	}
	for handle, days := range map[string]int{"@late": 8, "@soon": 6} {
		testkit.Exec(t, pool, `INSERT INTO complaints (id, wall, x_handle, reason, place, note, lane)
			VALUES (gen_random_uuid(), '', $1, '', '', '', 'lane')`, handle)
		makeOlder(t, pool, "created_at", "complaints", "x_handle = '"+handle+"'", days)
	}
	for range 2 { // the second pass finds nothing to do
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT x_handle FROM complaints ORDER BY 1`:                                 {"@late", "@lately", "@open", "@soon"},
			`SELECT x_handle || ' ' || lane FROM complaints WHERE lane <> '' ORDER BY 1`: {"@soon lane"},
			`SELECT operator || x_handle || note FROM decisions ORDER BY 1`:              {"ada", "ada@latelydid @lately"},
			`SELECT visitor || ' ' || lane FROM entry_reporters ORDER BY 1`:              {"bob ", "cleo ", "dan dan"},
		} {
			got, err := database.QueryRows(t.Context(), pool, pgx.RowTo[string], query)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", query, err, diff)
			}
		}
	}
}

// Verifies WALL-20, RETAIN-6.
func TestSweepDeletesRemovedEntries(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := NewStore(pool, nil) // nothing here publishes events
	for handle, days := range map[string]int{"@long_ago": 31, "@lately": 29, "@hidden": 0, "@public": 0} {
		testkit.Exec(t, pool, `INSERT INTO wall_entries (id, wall, x_handle, bio, hidden_at)
			VALUES (gen_random_uuid(), 'flame', $1, '', CASE WHEN $1 <> '@public' THEN now() - interval '1 year' END)`,
			handle)
		testkit.Exec(t, pool, `INSERT INTO decisions (operator, act, wall, x_handle, nomination_id, note)
			SELECT 'ada', 'approve', wall, x_handle, id, 'yes' FROM wall_entries WHERE x_handle = $1`, handle)
		if days > 0 {
			makeOlder(t, pool, "removed_at", "wall_entries", "x_handle = '"+handle+"'", days)
		}
	}
	gone := testkit.QueryOne[uuid.UUID](t, pool, `SELECT id FROM wall_entries WHERE x_handle = '@long_ago'`)
	for range 2 { // the second pass finds nothing to do
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT x_handle FROM wall_entries ORDER BY 1`:         {"@hidden", "@lately", "@public"},
			`SELECT kind || ' ' || id FROM decision_confirmations`: {"wall_entry " + gone.String()},
			`SELECT x_handle || note FROM decisions ORDER BY 1`:    {"", "@hiddenyes", "@latelyyes", "@publicyes"},
		} {
			got, err := database.QueryRows(t.Context(), pool, pgx.RowTo[string], query)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", query, err, diff)
			}
		}
	}
}

// TestUpgradeForgetsDecisions has decisions about an entry that 1.0.0 deleted, about an entry and a rejected
// nomination that are there, and about a name.
// Verifies WALL-20, RETAIN-6.
func TestUpgradeForgetsDecisions(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	testkit.Exec(t, pool, `WITH decided AS (INSERT INTO decisions (operator, act, wall, x_handle, nomination_id, note)
			SELECT 'ada', act, '', x_handle, id, 'note' FROM (VALUES ('approve', '@gone', gen_random_uuid()),
				('approve', '@entry', gen_random_uuid()), ('reject', '@rejected', gen_random_uuid()), ('opt_out', '@gone', NULL)
			) AS decision (act, x_handle, id) RETURNING x_handle, nomination_id AS id),
		entry AS (INSERT INTO wall_entries (id, wall, x_handle, bio)
			SELECT id, 'flame', x_handle, '' FROM decided WHERE x_handle = '@entry')
		INSERT INTO nominations (id, wall, x_handle, reason, is_self_nomination, rejected_at)
			SELECT id, 'flame', x_handle, 'x', false, now() FROM decided WHERE x_handle = '@rejected'`)
	migration, err := fs.ReadFile(migrations.Schema[len(migrations.Schema)-1].Files, "00012_forgotten_decisions.sql")
	if err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, pool, string(migration))
	got, err := database.QueryRows(t.Context(), pool, pgx.RowTo[string],
		`SELECT act || ' ' || x_handle || note FROM decisions ORDER BY 1`)
	want := []string{"approve ", "approve @entrynote", "opt_out @gonenote", "reject @rejectednote"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, decisions (-want +got):\n%s", err, diff)
	}
}

// Verifies RETAIN-6.
func TestSweepDeletesRejectedNominations(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := NewStore(pool, nil) // nothing here publishes events
	for handle, days := range map[string]int{"@long_ago": 31, "@lately": 29, "@open": 0} {
		n := wall.Nomination{ID: uuid.New(), Wall: wall.Flame, XHandle: handle, Reason: "Burns"}
		if err := s.Nominate(t.Context(), "visitor", idempotency.NewRequest(handle, nil), n); err != nil {
			t.Fatal(err)
		}
		if days == 0 {
			continue
		}
		if err := s.Reject(t.Context(), n.ID, wall.Action{Operator: "ada", Note: "not " + handle}); err != nil {
			t.Fatal(err)
		}
		makeOlder(t, pool, "rejected_at", "nominations", "x_handle = '"+handle+"'", days)
	}
	makeOlder(t, pool, "created_at", "intents", "idempotency_key = '@open'", 8)
	for range 2 { // the second pass finds nothing to do
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT x_handle FROM nominations ORDER BY 1`:                   {"@lately", "@open"},
			`SELECT operator || x_handle || note FROM decisions ORDER BY 1`: {"ada", "ada@latelynot @lately"},
			`SELECT idempotency_key FROM intents ORDER BY 1`:                {"@lately", "@long_ago"},
		} {
			got, err := database.QueryRows(t.Context(), pool, pgx.RowTo[string], query)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", query, err, diff)
			}
		}
	}
}

// TestSweepDeletesOpenNominations has one with no approval and one with the first of two that it needs.
// Verifies RETAIN-11.
func TestSweepDeletesOpenNominations(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := NewStore(pool, nil) // nothing here publishes events
	for handle, days := range map[string]int{"@long_ago": 91, "@approved_once": 91, "@lately": 89} {
		n := wall.Nomination{ID: uuid.New(), Wall: wall.Shame, XHandle: handle, Reason: "Burns"}
		if err := s.Nominate(t.Context(), "visitor", idempotency.NewRequest(handle, nil), n); err != nil {
			t.Fatal(err)
		}
		if handle != "@long_ago" {
			testkit.Exec(t, pool, `INSERT INTO decisions (operator, act, wall, x_handle, nomination_id, note)
				VALUES ('ada', 'approve', 'shame', $1, $2, 'yes ' || $1)`, handle, n.ID)
		}
		makeOlder(t, pool, "created_at", "nominations", "x_handle = '"+handle+"'", days)
	}
	for range 2 { // the second pass finds nothing to do
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT x_handle FROM nominations ORDER BY 1`:                   {"@lately"},
			`SELECT operator || x_handle || note FROM decisions ORDER BY 1`: {"ada", "ada@latelyyes @lately"},
		} {
			got, err := database.QueryRows(t.Context(), pool, pgx.RowTo[string], query)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", query, err, diff)
			}
		}
	}
}

// TestSweepUsesIndexes has a month of rows that are kept besides two batches of each kind that are
// not.
// Verifies RETAIN-5.
func TestSweepUsesIndexes(t *testing.T) {
	const due, stay = 2 * database.BatchSize, 20_000
	pool := testkit.Database(t, migrations.Schema)
	for _, statement := range []string{
		`INSERT INTO wall_entries (id, wall, x_handle, bio, hidden_at, removed_at) SELECT gen_random_uuid(), 'flame', '@x' || n, '', at, at FROM rows`,
		`INSERT INTO nominations (id, wall, x_handle, reason, is_self_nomination, rejected_at) SELECT md5(n::text)::uuid, 'flame', '@x', 'Burns', false, at FROM rows`,
		`INSERT INTO nominations (id, wall, x_handle, reason, is_self_nomination, created_at) SELECT gen_random_uuid(), 'flame', '@x' || n, 'Burns', false, at - interval '60 days' FROM rows`,
		`INSERT INTO decisions (operator, act, wall, x_handle, nomination_id, note) SELECT 'ada', 'reject', 'flame', '@x', md5(n::text)::uuid, 'no' FROM rows`,
		`INSERT INTO decisions (operator, act, wall, x_handle, note, created_at) SELECT 'ada', 'settle', '', '@y', 'done', at FROM rows`,
		`INSERT INTO complaints (id, wall, x_handle, reason, place, note, settled_at) SELECT gen_random_uuid(), '', '@y', '', '/', '', at FROM rows`,
		`INSERT INTO entry_reporters (entry_id, visitor, created_at, lane) SELECT gen_random_uuid(), 'ann', at, CASE WHEN n <= $1 OR n % 10 = 0 THEN 'a' ELSE '' END FROM rows`,
		`INSERT INTO intents (visitor, idempotency_key, input_hash, created_at) SELECT 'ann', n, '', at FROM rows`,
	} {
		testkit.Fill(t, pool, `WITH rows AS (
			SELECT n, now() - interval '1 day' * (CASE WHEN n > $1 THEN 10 ELSE 31 END) AS at FROM generate_series(1, $1 + $2::int) n) `+statement, due, stay)
	}
	testkit.Fill(t, pool, `ANALYZE`)
	s := NewStore(pool, nil) // nothing here publishes events
	testkit.CheckUsesIndex(t, pool, "wall_entries_removed", deleteRemoved, removedRetention)
	testkit.CheckUsesIndex(t, pool, "nominations_queue", deleteOpen, openRetention)
	testkit.CheckUsesIndex(t, pool, "decisions_settled", blankSettled, settledRetention)
	testkit.CheckUsesIndex(t, pool, "complaints_settled", deleteComplaints, settledRetention)
	testkit.CheckUsesIndex(t, pool, "entry_reporters_age", deleteReporters, settledRetention)
	testkit.CheckUsesIndex(t, pool, "entry_reporters_lane", blankLanes, lanesRetention)
	testkit.CheckUsesIndex(t, pool, "intents_age", deleteIntents, intentRetention)
	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]int{
		`SELECT count(*) FROM wall_entries`: stay,
		// CheckUsesIndex has run the statement alone once.
		`SELECT count(*) FROM decision_confirmations`: due - database.BatchSize,
		`SELECT count(*) FROM nominations`:            2 * stay, `SELECT count(*) FROM decisions WHERE x_handle = '@x'`: stay,
		`SELECT count(*) FROM decisions WHERE x_handle = '@y'`: stay, `SELECT count(*) FROM complaints`: stay,
		`SELECT count(*) FROM entry_reporters`: stay, `SELECT count(*) FROM entry_reporters WHERE lane <> ''`: 0,
		`SELECT count(*) FROM decisions`: 2 * (due + stay),
	} {
		if left := testkit.QueryOne[int](t, pool, query); left != want {
			t.Errorf("%s: %d, want %d", query, left, want)
		}
	}
}

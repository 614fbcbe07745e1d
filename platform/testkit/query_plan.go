package testkit

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// node is a step of a plan as PostgreSQL explains it.
type node struct {
	Type  string `json:"Node Type"`
	Index string `json:"Index Name"`
	Hit   int    `json:"Shared Hit Blocks"`
	Read  int    `json:"Shared Read Blocks"`
	Plans []node
}

// steps are the nodes of a plan, outermost first.
func (n node) steps() []string {
	steps := []string{n.Type + " " + n.Index}
	for _, p := range n.Plans {
		steps = append(steps, p.steps()...)
	}
	return steps
}

// VacuumAnalyze vacuums and analyzes tables until all their pages are visible to every transaction, so that the
// plans of their queries are always the same. One that began before the rows were committed, as autovacuum's
// own when it analyzes another table at that moment, has VACUUM leave pages out, and the planner then takes
// index-only scans for expensive. Pages with dead rows are left out each time where they are fewer than one of 50,
// unless VACUUM must clean the indexes.
func VacuumAnalyze(t testing.TB, pool *pgxpool.Pool, tables ...string) {
	t.Helper()
	for _, table := range tables {
		EventuallyWithin(t, time.Minute, "all pages of "+table+" are visible", func() bool {
			Fill(t, pool, `VACUUM (ANALYZE, INDEX_CLEANUP ON) `+table)
			return QueryOne[bool](t, pool, `SELECT relallvisible = relpages FROM pg_class WHERE oid = $1::text::regclass`,
				table)
		})
	}
}

// Explain runs a query and returns the steps of its plan, outermost first and with their indexes,
// and the buffers that it touches.
func Explain(t testing.TB, pool *pgxpool.Pool, query string, args ...any) (steps []string, buffers int) {
	t.Helper()
	var explained []struct{ Plan node }
	var text []byte
	err := pool.QueryRow(t.Context(), `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) `+query, args...).Scan(&text)
	if err == nil {
		err = json.Unmarshal(text, &explained)
	}
	if err != nil {
		t.Fatal(err)
	}
	plan := explained[0].Plan
	return plan.steps(), plan.Hit + plan.Read
}

// CheckUsesIndex fails the test unless a statement finds its rows by an index and reads no table as
// a whole. It runs the statement.
func CheckUsesIndex(t testing.TB, pool *pgxpool.Pool, index, statement string, args ...any) {
	t.Helper()
	steps, _ := Explain(t, pool, statement, args...)
	found := slices.ContainsFunc(steps,
		func(s string) bool { return strings.Contains(s, "Index") && strings.HasSuffix(s, " "+index) })
	whole := slices.ContainsFunc(steps, func(s string) bool { return strings.HasPrefix(s, "Seq Scan") })
	if !found || whole {
		t.Errorf("planned as %q, not by %s alone: %s", steps, index, statement)
	}
}

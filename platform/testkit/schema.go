package testkit

import (
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// shape is a table's columns, constraints and indexes, in words.
const shape = `
SELECT concat_ws(' ', 'column', attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'not null' END,
    nullif(attidentity, ''), pg_get_expr(adbin, adrelid))
FROM pg_attribute LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum)
WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
UNION ALL
SELECT concat_ws(' ', 'constraint', conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE conrelid = $1::regclass
UNION ALL
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = $1::regclass
ORDER BY 1`

// SameTable fails the test when a table is not the same in two sets of migrations: each service has a
// copy of the tables that platform works on.
func SameTable(t testing.TB, table string, want, got fs.FS) {
	t.Helper()
	if diff := cmp.Diff(tableShape(t, Database(t, want), table), tableShape(t, Database(t, got), table)); diff != "" {
		t.Errorf("table %s (-want +got):\n%s", table, diff)
	}
}

func tableShape(t testing.TB, pool *pgxpool.Pool, table string) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(), shape, table)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

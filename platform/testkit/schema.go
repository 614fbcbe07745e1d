package testkit

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/config"
	"mcwick.example/platform/postgres"
)

// shapeQuery is the columns, options, constraints and indexes of all tables but those of versions,
// in words.
const shapeQuery = `
WITH tables AS (
	SELECT oid, relname, reloptions FROM pg_class
	WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname !~ '_version$'
)
SELECT relname || ' ' || word FROM tables, LATERAL (
	SELECT concat_ws(' ', 'column', attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'not null' END,
		nullif(attidentity, ''), pg_get_expr(adbin, adrelid)) AS word
	FROM pg_attribute LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum)
	WHERE attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
	UNION ALL SELECT 'options ' || reloptions::text WHERE reloptions IS NOT NULL
	UNION ALL SELECT concat_ws(' ', 'constraint', conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE conrelid = tables.oid
	UNION ALL SELECT concat_ws(' ', pg_get_indexdef(indexrelid), CASE WHEN NOT indisvalid THEN 'invalid' END)
		FROM pg_index WHERE indrelid = tables.oid
) words ORDER BY 1`

// CheckSameTables fails the test when two databases have not the same tables.
func CheckSameTables(t testing.TB, want, got *pgxpool.Pool) {
	t.Helper()
	if diff := cmp.Diff(tableShapes(t, want), tableShapes(t, got)); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

func tableShapes(t testing.TB, pool *pgxpool.Pool) []string {
	t.Helper()
	words, err := postgres.QueryRows(t.Context(), pool, pgx.RowTo[string], shapeQuery)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// CheckTablesAdopted fails the test unless tables that releases made before their package did
// become the same as new ones. released are the migrations that those releases ran, in order; a
// database may have any number of the first.
func CheckTablesAdopted(t *testing.T, tables postgres.Tables, released fs.FS) {
	t.Helper()
	names, err := fs.Glob(released, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal("no migrations", err)
	}
	want, older := Database(t, postgres.Schema{tables}), fstest.MapFS{}
	for _, name := range names {
		b, err := fs.ReadFile(released, name)
		if err != nil {
			t.Fatal(err)
		}
		older[name] = &fstest.MapFile{Data: b}
		t.Run(name, func(t *testing.T) {
			got := Connect(t, MigratedDatabase(t, postgres.Schema{{Files: older}}, postgres.Schema{tables}))
			CheckSameTables(t, want, got)
		})
	}
}

// MigratedDatabase returns a database that has one schema and was then brought to another.
func MigratedDatabase(t testing.TB, before, after postgres.Schema) (url string) {
	t.Helper()
	url = DatabaseURL(t, before)
	if err := Migrate(t, url, after); err != nil {
		t.Fatal(err)
	}
	return url
}

// Migrate brings the database at u to a schema.
func Migrate(t testing.TB, u string, schema postgres.Schema) error {
	t.Helper()
	return MigrateFor(t, u, schema, "")
}

// MigrateFor is Migrate for a role that serves with the tables and does not own them.
func MigrateFor(t testing.TB, u string, schema postgres.Schema, servingRole string) error {
	t.Helper()
	return postgres.Migrate(t.Context(), DiscardLog(), postgres.Config{URL: config.Secret(u), PoolSize: 2}, schema,
		servingRole)
}

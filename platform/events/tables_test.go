package events

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// Verifies OPS-5.
func TestMigrationsAdoptTablesOfEarlierReleases(t *testing.T) {
	t.Parallel()
	released := os.DirFS("testdata/released")
	testkit.CheckTablesAdopted(t, Tables, released)
	outbox, err := os.ReadFile("testdata/released/00002_outbox.sql")
	if err != nil {
		t.Fatal(err)
	}
	// of services that consumed nothing
	testkit.CheckTablesAdopted(t, Tables, fstest.MapFS{"00002_outbox.sql": {Data: outbox}})
}

// Verifies OPS-5.
func TestInvalidIndexIsRebuilt(t *testing.T) {
	t.Parallel()
	url := testkit.DatabaseURL(t, postgres.Schema{{Files: os.DirFS("testdata/released")}})
	pool := testkit.Connect(t, url)
	testkit.Exec(t, pool, `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'inbox_age'::regclass`)
	if err := testkit.Migrate(t, url, postgres.Schema{Tables}); err != nil {
		t.Fatal(err)
	}
	testkit.CheckSameTables(t, testkit.Database(t, postgres.Schema{Tables}), pool)
}

// Verifies OPS-5.
func TestMigrationsRefuseForeignTables(t *testing.T) {
	t.Parallel()
	foreign := postgres.Schema{{Files: fstest.MapFS{"00001_inbox.sql": {Data: []byte("-- +goose Up\nCREATE TABLE inbox (event_id text);")}}}}
	url := testkit.DatabaseURL(t, foreign)
	err := testkit.Migrate(t, url, postgres.Schema{Tables})
	const want = "no release of this program made the tables outbox and inbox of this database: they have no inbox consumer text, inbox event_id uuid"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("migrate: %v", err)
	}
	testkit.CheckSameTables(t, testkit.Database(t, foreign), testkit.Connect(t, url))
}

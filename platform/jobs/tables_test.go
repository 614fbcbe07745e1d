package jobs

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
	testkit.CheckTablesAdopted(t, Tables, os.DirFS("testdata/released"))
}

// Verifies OPS-5.
func TestMigrationsRefuseForeignTables(t *testing.T) {
	t.Parallel()
	foreign := postgres.Schema{{Files: fstest.MapFS{"00001_jobs.sql": {Data: []byte("-- +goose Up\nCREATE TABLE jobs (id bigint, kind text);")}}}}
	url := testkit.DatabaseURL(t, foreign)
	err := testkit.Migrate(t, url, postgres.Schema{Tables})
	if err == nil || !strings.Contains(err.Error(),
		"no release of this program made the table jobs of this database: it has no id uuid, visitor text") {
		t.Errorf("migrate: %v", err)
	}
	testkit.CheckSameTables(t, testkit.Database(t, foreign), testkit.Connect(t, url))
}

// Package migrationstest provides tests with the schemas of earlier releases.
package migrationstest

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/postgres/migrations"
)

// Before returns the schema with those of media's own migrations that come before a file.
func Before(t *testing.T, file string) postgres.Schema {
	t.Helper()
	last := len(migrations.Schema) - 1
	own, older := migrations.Schema[last].Files, fstest.MapFS{}
	names, err := fs.Glob(own, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name >= file {
			break
		}
		b, err := fs.ReadFile(own, name)
		if err != nil {
			t.Fatal(err)
		}
		older[name] = &fstest.MapFile{Data: b}
	}
	return append(slices.Clone(migrations.Schema[:last]), postgres.Tables{Files: older})
}

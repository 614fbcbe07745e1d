// Package migrations has the versions of the generation service's schema, in order. Each works with the code
// before it and after it; there is no way back but the next one.
package migrations

import (
	"embed"

	"mcwick.example/platform/jobs"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/postgres"
)

//go:embed *.sql
var files embed.FS

// Schema is all of the database: the tables of platform packages, which are migrated first, and its own.
var Schema = postgres.Schema{operator.Tables, jobs.Tables, {Files: files}}

// Package migrations has the migrations of the wall service's schema, in order. Each works with the
// code before and after it; migrations are forward-only.
package migrations

import (
	"embed"

	"mcwick.example/platform/events"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/decisions"
)

//go:embed *.sql
var files embed.FS

// Schema is the whole database: the tables of platform packages, which are migrated first, and the
// service's own.
var Schema = postgres.Schema{events.Tables, operator.Tables, decisions.Tables, {Files: files}}

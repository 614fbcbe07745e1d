package events

import (
	"embed"

	"mcwick.example/platform/postgres"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Tables are the outbox and the inbox. The schema of a service that publishes or consumes events
// has them.
var Tables = postgres.EmbeddedTables(migrations, "events_version")

package operator

import (
	"embed"

	"mcwick.example/platform/postgres"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Tables is the table of what operators did. The schema of every service that has a database has
// it.
var Tables = postgres.EmbeddedTables(migrations, "operator_version")

package jobs

import (
	"embed"

	"mcwick.example/platform/postgres"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Tables are the jobs and whose turn it is. The schema of a service that has a queue has them.
var Tables = postgres.EmbeddedTables(migrations, "jobs_version")

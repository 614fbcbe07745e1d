package postgres

import (
	"context"
	"time"

	database "mcwick.example/platform/postgres"
)

// endedRetention is how long a block is kept after its end.
const endedRetention = 30 * 24 * time.Hour

// sweepTimeout limits one pass; the next one continues.
const sweepTimeout = 2 * time.Minute

// deleteEnded relies on blocks_age.
var deleteEnded = database.DeleteOldestSQL("blocks", "expires_at", "expires_at < now() - $1::interval")

// Sweep deletes blocks that ended a while ago.
func (s *Store) Sweep(ctx context.Context) error {
	return database.RunSteps(ctx, sweepTimeout, database.BatchStep(s.pool, deleteEnded, endedRetention))
}

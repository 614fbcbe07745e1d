package postgres

import (
	"context"
	"time"

	database "mcwick.example/platform/postgres"
)

// laneRetention is how long the likes of a lane at a picture are counted together. A lane is a hash
// of the address's prefix.
const laneRetention = 7 * 24 * time.Hour

// sweepTimeout limits one pass; the next one continues.
const sweepTimeout = 2 * time.Minute

// deleteLanes relies on lane_likes_age.
var deleteLanes = database.DeleteOldestSQL("lane_likes", "created_at", "created_at < now() - $1::interval")

// Sweep deletes what is kept of lanes for too long.
func (s *Store) Sweep(ctx context.Context) error {
	return database.RunSteps(ctx, sweepTimeout, database.BatchStep(s.pool, deleteLanes, laneRetention))
}

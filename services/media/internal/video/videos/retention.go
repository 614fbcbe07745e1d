package videos

import (
	"context"
	"time"
)

const (
	// keepUnshared is the retention of speech without a video of its visitor, and of videos that were
	// never shared.
	keepUnshared = 7 * 24 * time.Hour
	// removedRetention is for how long a removed video may come back by an appeal, and the text of a hidden
	// one that its maker withdrew is not shared again.
	removedRetention = 30 * 24 * time.Hour
	appealRetention  = 365 * 24 * time.Hour
	laneRetention    = 7 * 24 * time.Hour // networks of shared videos: hashes of the addresses' prefixes
)

// Cutoffs are the times before which data is deleted.
type Cutoffs struct {
	// Unshared is for videos that were not shared, with their jobs, the networks of other jobs, and
	// speech without a video of its visitor.
	Unshared time.Time
	// Lanes is for the networks of shared videos.
	Lanes time.Time
	// Removed is for removed videos, unless an appeal is open, and for hidden ones that were withdrawn.
	Removed time.Time
	// Appeals is for the texts of appeals and their answers.
	Appeals time.Time
}

// Expirer deletes what is too old. Its bytes are deleted later.
type Expirer interface {
	Expire(ctx context.Context, before Cutoffs) error
}

// Retention returns a pass that deletes old speech, videos, networks, and the texts of appeals.
func Retention(store Expirer, now func() time.Time) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		t := now()
		return store.Expire(ctx, Cutoffs{Unshared: t.Add(-keepUnshared), Lanes: t.Add(-laneRetention),
			Removed: t.Add(-removedRetention), Appeals: t.Add(-appealRetention)})
	}
}

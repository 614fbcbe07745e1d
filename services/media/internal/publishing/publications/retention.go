package publications

import (
	"context"
	"time"
)

// How long is kept what nobody was shown, and what nobody needs to see any more.
const (
	unpublishedRetention = 7 * 24 * time.Hour
	noteRetention        = 30 * 24 * time.Hour
	laneRetention        = 7 * 24 * time.Hour // where reports came from: hashes of the addresses' prefixes
)

// Cutoffs are the times before which things are forgotten.
type Cutoffs struct {
	// Unpublished is for artworks that were never published.
	Unpublished time.Time
	// Lanes is for where reports came from. They count as one network from then on.
	Lanes time.Time
	// Notes is for what was said in reports, from when these were settled; that a device reported stays, for it counts once.
	Notes time.Time
}

// Expirer forgets what is too old to be kept. The bytes of that are deleted later.
type Expirer interface {
	Expire(ctx context.Context, before Cutoffs) error
}

// Retention returns a pass that forgets old artworks, what was said in old reports and where those
// came from.
func Retention(store Expirer, now func() time.Time) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		t := now()
		return store.Expire(ctx, Cutoffs{Unpublished: t.Add(-unpublishedRetention), Lanes: t.Add(-laneRetention), Notes: t.Add(-noteRetention)})
	}
}

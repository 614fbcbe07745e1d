package publications

import (
	"context"
	"time"
)

// How long is kept what nobody was shown, and what nobody needs to see any more.
const (
	keepUnpublished = 7 * 24 * time.Hour
	keepNotes       = 30 * 24 * time.Hour
	keepLanes       = 7 * 24 * time.Hour // where reports came from: hashes of the addresses' prefixes
)

// Due are the times before which things are forgotten.
type Due struct {
	// Unpublished is for artworks that were never published.
	Unpublished time.Time
	// Lanes is for where reports came from. They count as one network from then on.
	Lanes time.Time
	// Notes is for what was said in reports, from when these were settled; that a device reported stays, for it counts once.
	Notes time.Time
}

// Expirer forgets what is too old to be kept. The bytes of that are deleted later.
type Expirer interface {
	Expire(ctx context.Context, before Due) error
}

// Retention gives a pass that forgets old artworks, what was said in old reports and where those came from.
func Retention(store Expirer, now func() time.Time) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		t := now()
		return store.Expire(ctx, Due{Unpublished: t.Add(-keepUnpublished), Lanes: t.Add(-keepLanes), Notes: t.Add(-keepNotes)})
	}
}

package media

import (
	"context"
	"errors"
	"time"
)

// How long is kept what nobody was shown, and what nobody needs to see any more.
const (
	keepUnshared = 7 * 24 * time.Hour
	keepNotes    = 30 * 24 * time.Hour
	keepLanes    = 7 * 24 * time.Hour // where reports came from: hashes of the addresses' prefixes
)

// Expirer forgets what is too old to be kept.
type Expirer interface {
	// Expire forgets artworks that were never published, videos that were never shared and their jobs, where the others came from, and
	// speech that no video of its visitor has, all from before a time.
	Expire(ctx context.Context, before time.Time) error
	// ForgetLanes forgets where reports came from that were made before a time. They count as one network from then on.
	ForgetLanes(ctx context.Context, before time.Time) error
	// ForgetNotes blanks what was said in reports that were settled before a time; that a device reported stays, for it counts once.
	ForgetNotes(ctx context.Context, before time.Time) error
}

// Retention gives a pass that forgets old artworks, speech and videos, whose bytes the Sweeper takes then, and what was said in old reports
// and where those came from.
func Retention(store Expirer, now func() time.Time) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		return errors.Join(
			store.Expire(ctx, now().Add(-keepUnshared)), store.ForgetLanes(ctx, now().Add(-keepLanes)), store.ForgetNotes(ctx, now().Add(-keepNotes)),
		)
	}
}

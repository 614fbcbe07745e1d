package videos

import (
	"context"
	"time"
)

// keepUnshared is the retention of speech without a video of its visitor, and of videos that were
// never shared.
const keepUnshared = 7 * 24 * time.Hour

// Expirer deletes videos that were not shared and are older than a time, with their jobs, the
// networks of other jobs, and speech without a video of its visitor. Their bytes are deleted later.
type Expirer interface {
	Expire(ctx context.Context, before time.Time) error
}

// Retention returns a pass that deletes old speech and videos.
func Retention(store Expirer, now func() time.Time) func(ctx context.Context) error {
	return func(ctx context.Context) error { return store.Expire(ctx, now().Add(-keepUnshared)) }
}

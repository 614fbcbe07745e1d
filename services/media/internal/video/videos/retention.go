package videos

import (
	"context"
	"time"
)

// keepUnshared is how long speech is kept that no video of its visitor has, and a video that was never shared.
const keepUnshared = 7 * 24 * time.Hour

// Expirer forgets videos that were never shared before a time, and their jobs, where the other jobs came from, and speech that no video of
// its visitor has. The bytes of that are deleted later.
type Expirer interface {
	Expire(ctx context.Context, before time.Time) error
}

// Retention returns a pass that forgets old speech and videos.
func Retention(store Expirer, now func() time.Time) func(ctx context.Context) error {
	return func(ctx context.Context) error { return store.Expire(ctx, now().Add(-keepUnshared)) }
}

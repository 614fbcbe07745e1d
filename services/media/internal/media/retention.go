package media

import (
	"context"
	"errors"
	"time"

	"mcwick.example/services/media/internal/ffmpeg"
)

// keepUnshared is how long speech and videos are kept that nobody shared.
const keepUnshared = 7 * 24 * time.Hour

// Expirer forgets what is too old to be kept.
type Expirer interface {
	// Expire forgets videos that were never shared, their jobs, and speech that no video has, all from before a time.
	Expire(ctx context.Context, before time.Time) error
}

// Retention gives a pass that forgets old speech and videos, whose bytes the Sweeper takes then, and removes the folders of programs
// that died at their work.
func Retention(store Expirer, now func() time.Time) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		return errors.Join(store.Expire(ctx, now().Add(-keepUnshared)), ffmpeg.Sweep(now()))
	}
}

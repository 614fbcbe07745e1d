package media

import (
	"context"
	"time"

	"mcwick.example/platform/fault"
)

// awayPause is between two tries of what is away.
const awayPause = time.Second

// whileAway tries again as long as what is asked is away or hangs, until ctx ends: a job's work is not lost for that.
func whileAway[T any](ctx context.Context, try func() (T, error)) (T, error) {
	for {
		got, err := try()
		f := fault.From(err)
		if f == nil || f.Kind != fault.KindUnavailable && f.Kind != fault.KindTimeout {
			return got, err
		}
		select {
		case <-time.After(awayPause):
		case <-ctx.Done():
			return got, err
		}
	}
}

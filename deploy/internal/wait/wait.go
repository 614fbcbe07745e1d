// Package wait waits, for commands that use a local platform.
package wait

import (
	"context"
	"fmt"
	"time"
)

// Eventually calls holds every so often until it is true. It fails when that takes too long, and with
// the first error of holds.
func Eventually(
	ctx context.Context, within, every time.Duration, what string, holds func(context.Context) (bool, error),
) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for {
		yes, err := holds(ctx)
		if yes && err == nil {
			return nil
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
		if !Sleep(ctx, every) {
			return fmt.Errorf("%s: not within %s", what, within)
		}
	}
}

// Sleep waits, and reports whether ctx lasted as long.
func Sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// Package wait waits, for the parts of a local platform and commands that use one.
package wait

import (
	"context"
	"fmt"
	"time"
)

// Eventually calls missing every so often until it returns nothing. It fails with what is missing when
// that takes too long, and with the first error.
func Eventually(
	ctx context.Context, within, every time.Duration, what string, missing func(context.Context) (string, error),
) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	last := ""
	for {
		text, err := missing(ctx)
		switch {
		case err == nil && text == "":
			return nil
		case err == nil:
			last = text
		case ctx.Err() == nil:
			return err
		}
		if !Sleep(ctx, every) {
			return fmt.Errorf("%s: not within %s: %s", what, within, last)
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

package postgres

import (
	"context"
	"time"

	"mcwick.example/platform/fault"
)

// A try that has no answer by then is made again by another connection, after a pause.
const (
	tryTimeout = 3 * time.Second
	tryPause   = time.Second
)

// whileAway tries again for as long as the database is away or hangs: until ctx ends, or the time until unless that is zero.
func whileAway(ctx context.Context, until time.Time, try func(ctx context.Context) error) error {
	once := func() error {
		ctx, cancel := context.WithTimeout(ctx, tryTimeout)
		defer cancel()
		return try(ctx)
	}
	for {
		err := once()
		if !isAway(err) || ctx.Err() != nil || !until.IsZero() && time.Now().After(until) {
			return err
		}
		select {
		case <-time.After(tryPause):
		case <-ctx.Done():
			return err
		}
	}
}

// isAway reports whether an error says nothing about what was asked.
func isAway(err error) bool {
	f := fault.From(err)
	return f != nil && (f.Kind == fault.KindUnavailable || f.Kind == fault.KindTimeout)
}

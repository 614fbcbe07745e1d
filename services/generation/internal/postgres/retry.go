package postgres

import (
	"context"
	"time"

	"mcwick.example/platform/retry"
)

// retryWhileUnavailable retries while the database is away or hangs: until ctx ends, or the time
// until unless that is zero. An attempt that gets no response after a while is repeated on another
// connection.
func retryWhileUnavailable(ctx context.Context, until time.Time, try func(ctx context.Context) error) error {
	return retry.Call(ctx, retry.Policy{Timeout: 3 * time.Second, Backoff: time.Second, Until: until,
		RetryIf: retry.IsUnavailable}, try)
}

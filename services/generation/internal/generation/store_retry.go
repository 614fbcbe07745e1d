package generation

import (
	"cmp"
	"context"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/retry"
)

// storeTimeout bounds one attempt to store, so that one which gets no answer leaves time for
// another. Speech may take 40 s to be decoded.
const storeTimeout = 45 * time.Second

var storeRetry = retry.Policy{Backoff: retryBackoff, Timeout: storeTimeout, RetryIf: isTemporary}

// findStored finds what was paid for before, with the retries of storeWithRetry.
func findStored[T any](
	ctx context.Context, find func(ctx context.Context) (T, bool, error),
) (found T, ok bool, err error) {
	found, err = storeWithRetry(ctx, func(ctx context.Context) (T, error) {
		var v T
		v, ok, err = find(ctx)
		return v, err
	})
	return found, ok, err
}

// storeWithRetry stores what was paid for, and retries until the job's time is over, because
// otherwise it would have to be paid again. Storing is idempotent. What the store rejects is not
// retried, unless it is only busy. When the job's time cuts the last attempt off, it returns why the one before failed.
func storeWithRetry[T any](ctx context.Context, store func(ctx context.Context) (T, error)) (stored T, err error) {
	var before error
	policy := storeRetry
	policy.OnFailure = func(err error) { before = err }
	if stored, err = retry.Do(ctx, policy, store); err != nil && ctx.Err() != nil {
		err = cmp.Or(before, err)
	}
	return stored, err
}

// isTemporary reports whether the store may accept the same later.
func isTemporary(err error) bool {
	return (fault.IsFault(err) || fault.From(err).Kind == fault.KindLimited) &&
		!isOneOf(err, ErrTooLarge, ErrNotAnImage, ErrNotSpeech, ErrSpeechTooLarge)
}

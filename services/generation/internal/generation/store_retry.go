package generation

import (
	"context"

	"mcwick.example/platform/fault"
)

// findStored finds what was paid for before, with the retries of storeWithRetry.
func findStored[T any](ctx context.Context, find func() (T, bool, error)) (found T, ok bool, err error) {
	found, err = storeWithRetry(ctx, func() (T, error) {
		var v T
		v, ok, err = find()
		return v, err
	})
	return found, ok, err
}

// storeWithRetry stores what was paid for, and retries until the job's time is over, because
// otherwise it would have to be paid again. Storing is idempotent. What the store rejects is not
// retried, unless it is only busy.
func storeWithRetry[T any](ctx context.Context, store func() (T, error)) (stored T, err error) {
	for {
		stored, err = store()
		if err == nil || !isTemporary(err) ||
			isOneOf(err, ErrTooLarge, ErrNotAnImage, ErrNotSpeech, ErrSpeechTooLarge) || !sleep(ctx, retryBackoff) {
			return stored, err
		}
	}
}

// isTemporary reports whether the store may accept the same later.
func isTemporary(err error) bool {
	return fault.IsFault(err) || fault.From(err).Kind == fault.KindLimited
}

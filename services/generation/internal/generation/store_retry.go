package generation

import (
	"context"

	"mcwick.example/platform/fault"
)

// findStored finds what was paid for before, as keep stores it.
func findStored[T any](ctx context.Context, find func() (T, bool, error)) (found T, ok bool, err error) {
	found, err = storeWithRetry(ctx, func() (T, error) {
		var v T
		v, ok, err = find()
		return v, err
	})
	return found, ok, err
}

// storeWithRetry stores what was paid for: again and again until the job's time is over, for it would have to be paid once more. Storing twice is
// storing once. What the store refuses it would refuse again.
func storeWithRetry[T any](ctx context.Context, store func() (T, error)) (stored T, err error) {
	for {
		stored, err = store()
		if err == nil || !fault.IsFault(err) || isOneOf(err, ErrTooLarge, ErrNotAnImage, ErrNotSpeech, ErrSpeechTooLarge) || !sleep(ctx, retryBackoff) {
			return stored, err
		}
	}
}

package generation

import (
	"context"

	"mcwick.example/platform/fault"
)

// lookUp finds what was paid for before, as keep stores it.
func lookUp[T any](ctx context.Context, find func() (T, bool, error)) (found T, ok bool, err error) {
	found, err = keep(ctx, func() (T, error) {
		var v T
		v, ok, err = find()
		return v, err
	})
	return found, ok, err
}

// keep stores what was paid for: again and again until the job's time is over, for it would have to be paid once more. Storing twice is
// storing once. What the store refuses it would refuse again.
func keep[T any](ctx context.Context, store func() (T, error)) (stored T, err error) {
	for {
		stored, err = store()
		if err == nil || !fault.IsFault(err) || isOneOf(err, ErrTooLarge, ErrNotAnImage, ErrNotSpeech, ErrSpeechTooLarge) || !pause(ctx, repeatAfter) {
			return stored, err
		}
	}
}

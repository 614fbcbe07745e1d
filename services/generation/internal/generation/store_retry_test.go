package generation

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"mcwick.example/platform/fault"
)

// What a store that is away or busy did not take is offered each second until the job's deadline;
// what it rejects is not.
func TestStoreIsRetriedWhileItIsAwayOrBusy(t *testing.T) {
	for name, c := range map[string]struct {
		failure error
		calls   int // within 5 s
	}{
		"away":     {fault.ErrUnavailable, 5},
		"busy":     {fault.New(fault.KindLimited, "BUSY", ""), 5},
		"no sound": {ErrNotSpeech, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 5*retryBackoff-time.Millisecond)
				defer cancel()
				calls := 0
				_, ok, err := findStored(ctx, func(context.Context) (string, bool, error) {
					calls++
					return "", false, c.failure
				})
				if err == nil || ok || calls != c.calls {
					t.Errorf("%d calls, want %d: %v", calls, c.calls, err)
				}
			})
		})
	}
}

// The time of the job ends during an attempt.
// Verifies PUB-9.
func TestStoreThatIsCutOffFailedAsBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*retryBackoff)
		defer cancel()
		calls := 0
		_, err := storeWithRetry(ctx, func(ctx context.Context) (string, error) {
			if calls++; calls == 1 {
				return "", ErrBucket
			}
			<-ctx.Done()
			return "", ctx.Err()
		})
		if !errors.Is(err, ErrBucket) || calls != 2 {
			t.Errorf("after %d calls %v", calls, err)
		}
	})
}

// An attempt that gets no answer leaves time for another one.
// Verifies LIMIT-7.
func TestStoreThatDoesNotAnswerIsCalledAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*storeTimeout)
		defer cancel()
		calls := 0
		got, err := storeWithRetry(ctx, func(ctx context.Context) (string, error) {
			if calls++; calls == 1 {
				<-ctx.Done()
				return "", ctx.Err()
			}
			return "stored", nil
		})
		if got != "stored" || err != nil || calls != 2 {
			t.Errorf("%q after %d calls, %v", got, calls, err)
		}
	})
}

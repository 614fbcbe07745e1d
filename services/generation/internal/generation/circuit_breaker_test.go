package generation

import (
	"testing"
	"testing/synctest"
	"time"
)

// A panic in the breaker's trial call does not keep the breaker open for good.
func TestPanicDoesNotKeepBreakerOpen(t *testing.T) {
	g := newCircuitBreaker("a/model", time.Nanosecond)
	for range maxConsecutiveFailures {
		_, _ = g.do(t.Context(), func() error { return ErrModel })
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = g.do(t.Context(), func() error { panic("a bug") })
	}()
	if open, err := g.do(t.Context(), func() error { return nil }); open || err != nil {
		t.Errorf("open %v, %v", open, err)
	}
}

// However long a provider says to wait, it is tried again within minutes; and an answer without such a
// request shortens none.
func TestRequestedPauseIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewCircuitBreaker("a/model")
		call := func(err error) (isPaused bool) {
			isPaused, _ = g.do(t.Context(), func() error { return err })
			return isPaused
		}
		call(ErrProviderBusy.WithRetryAfter(24 * time.Hour))
		g.recordFailure(t.Context(), ErrProviderBusy) // of a call at the same time
		time.Sleep(maxRequestedPause - maxPause - time.Second)
		if !call(nil) {
			t.Error("the pause is ignored")
		}
		time.Sleep(maxPause)
		if call(nil) {
			t.Error("the pause has no end")
		}
	})
}

package generation

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A panic in the breaker's trial call does not keep the breaker open for good.
func TestPanicDoesNotKeepBreakerOpen(t *testing.T) {
	g := newCircuitBreaker("a/model", time.Nanosecond)
	for range maxConsecutiveFailures {
		_ = g.do(t.Context(), func() error { return ErrModel })
	}
	func() {
		defer func() { _ = recover() }()
		_ = g.do(t.Context(), func() error { panic("a bug") })
	}()
	if err := g.do(t.Context(), func() error { return nil }); err != nil {
		t.Error(err)
	}
}

// However long a provider says to wait, it is tried again within minutes; and an answer without such a
// request shortens none.
func TestRequestedPauseIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewCircuitBreaker("a/model")
		call := func(err error) bool {
			return errors.Is(g.do(t.Context(), func() error { return err }), errNotCalled)
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

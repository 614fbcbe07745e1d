package generation

import (
	"testing"
	"time"
)

// A panic in the breaker's trial call does not keep the breaker open for good.
func TestPanicDoesNotKeepBreakerOpen(t *testing.T) {
	g := newCircuitBreaker("a/model", time.Nanosecond)
	for range maxConsecutiveFailures {
		_, _ = g.call(t.Context(), func() error { return ErrModel })
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = g.call(t.Context(), func() error { panic("a bug") })
	}()
	if closed, err := g.call(t.Context(), func() error { return nil }); closed || err != nil {
		t.Errorf("closed %v, %v", closed, err)
	}
}

package generation

import (
	"testing"
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

package generation

import (
	"testing"
	"time"
)

// A call that panics while a closed gate tries the model again does not keep the gate closed for good.
func TestAPanicKeepsNoGateClosed(t *testing.T) {
	g := newGate("a/model", time.Nanosecond)
	for range failuresInARow {
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

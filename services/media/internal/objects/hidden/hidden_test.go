package hidden

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// Verifies CDN-5.
func TestCurrent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var away error
		set := New(func(context.Context) ([]string, error) {
			time.Sleep(time.Second)
			return nil, away
		}, func(name string) string { return name })
		if set.Current() {
			t.Error("it is current before it is loaded")
		}
		if err := set.Refresh(t.Context()); err != nil || !set.Current() {
			t.Errorf("it is not current after it is loaded: %v", err)
		}
		away = errors.New("away")
		time.Sleep(MaxAge - 2*time.Second - 1)
		if err := set.Refresh(t.Context()); err == nil || !set.Current() {
			t.Errorf("it is not current although its load began %v ago: %v", MaxAge-1, err)
		}
		if time.Sleep(time.Nanosecond); set.Current() {
			t.Error("it is current although its load began too long ago")
		}
	})
}

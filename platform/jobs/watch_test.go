package jobs

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestWaitEndsBeforeTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hurried, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		for _, c := range []struct {
			ctx       context.Context
			wait, get time.Duration
		}{
			{t.Context(), time.Second, time.Second},
			{t.Context(), time.Hour, 25 * time.Second},
			{hurried, time.Hour, 9 * time.Second},
		} {
			if got := limitWait(c.ctx, c.wait); got != c.get {
				t.Errorf("asked for %v: waits %v, not %v", c.wait, got, c.get)
			}
		}
	})
}

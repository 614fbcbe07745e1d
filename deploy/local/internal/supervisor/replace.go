package supervisor

import (
	"context"
	"fmt"
	"time"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/internal/wait"
)

// pollInterval is how often a replacement looks whether the new program runs.
const pollInterval = 25 * time.Millisecond

// startAgain stops the program and starts it again.
func (u *unit) startAgain() {
	select {
	case u.restart <- struct{}{}:
	default: // one restart is already waiting
	}
}

// replace starts another program from now on, and waits until it is ready. One that is killed
// meanwhile is started again as any other is.
func (u *unit) replace(ctx context.Context, spec process.Spec) error {
	u.mu.Lock()
	u.spec = spec
	before := u.current
	u.mu.Unlock()
	u.startAgain()
	for {
		u.mu.Lock()
		p := u.current
		u.mu.Unlock()
		if p != before && p.WaitReady(ctx) == nil {
			return nil
		}
		if !wait.Sleep(ctx, pollInterval) {
			return fmt.Errorf("replace %s: %w", u.name, ctx.Err())
		}
	}
}

package supervisor

import (
	"context"
	"io"
	"sync"
	"time"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/internal/console"
)

const (
	minBackoff  = 500 * time.Millisecond
	maxBackoff  = 10 * time.Second
	stableAfter = 30 * time.Second // after this long a crash counts as the first one again
)

// unit is one program that is kept running.
type unit struct {
	name    string
	stage   int
	console *console.Console
	out     io.WriteCloser
	ctx     context.Context // ends it for good
	finish  context.CancelFunc
	stopped chan struct{} // closed when it has ended
	restart chan struct{}

	mu      sync.Mutex
	spec    process.Spec // of the next start
	current *process.Process
}

// watch watches the program until it is stopped for good.
func (u *unit) watch(p *process.Process) {
	defer close(u.stopped)
	defer u.out.Close()
	pause := minBackoff
	for {
		began := time.Now()
		if p != nil {
			select {
			case <-u.ctx.Done():
				u.end(p)
				return
			case <-u.restart:
				u.end(p)
				p = u.restartWithBackoff()
				continue
			case <-p.Done():
				if u.ctx.Err() != nil { // killed together with the order to end
					return
				}
				u.warn("stopped by itself (%v); it is started again in %s", p.Exited(), console.Seconds(pause))
			}
		}
		if time.Since(began) > stableAfter {
			pause = minBackoff
		}
		select {
		case <-u.ctx.Done():
			return
		case <-u.restart:
		case <-time.After(pause):
			pause = min(pause*2, maxBackoff)
		}
		p = u.restartWithBackoff()
	}
}

// restartWithBackoff starts the program once more and waits until it is ready. Nil means that it
// could not even be started.
func (u *unit) restartWithBackoff() *process.Process {
	began := time.Now()
	u.mu.Lock()
	p, err := process.Start(u.spec, u.out)
	if err == nil {
		u.current = p
	}
	u.mu.Unlock()
	if err != nil {
		u.warn("does not start: %v", err)
		return nil
	}
	switch err := p.WaitReady(u.ctx); {
	case u.ctx.Err() != nil: // it is to end
	case err != nil:
		u.warn("is not ready: %v", err)
	default:
		u.console.Progress("%-10s ready again in %s", u.name, console.Seconds(time.Since(began)))
	}
	return p
}

func (u *unit) end(p *process.Process) {
	if err := p.Stop(); err != nil {
		u.console.Warn("%v", err)
	}
}

// kill ends the unit at once; nothing starts it again.
func (u *unit) kill() {
	u.finish()
	u.mu.Lock()
	defer u.mu.Unlock()
	u.current.Kill()
}

func (u *unit) warn(format string, args ...any) {
	u.console.Warn(u.name+" "+format, args...)
}

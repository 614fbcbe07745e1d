package supervisor

import (
	"context"
	"io"
	"sync"
	"time"

	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/process"
)

const (
	firstPause = 500 * time.Millisecond
	lastPause  = 10 * time.Second
	steadyFor  = 30 * time.Second // after this long a crash counts as the first one again
)

// unit is one program that is kept running.
type unit struct {
	name    string
	stage   int
	console *console.Console
	out     io.WriteCloser
	ending  sync.Once
	stop    chan struct{} // closed once, to end it for good
	stopped chan struct{} // closed when it has ended
	restart chan struct{}

	mu      sync.Mutex
	spec    process.Spec // of the next start
	current *process.Process
}

// keep watches the program until it is stopped for good.
func (u *unit) keep(p *process.Process) {
	defer close(u.stopped)
	defer u.out.Close()
	pause := firstPause
	for {
		began := time.Now()
		if p != nil {
			select {
			case <-u.stop:
				u.end(p)
				return
			case <-u.restart:
				u.end(p)
				p = u.again()
				continue
			case <-p.Done():
				if u.isEnding() { // killed together with the order to end
					return
				}
				u.trouble("stopped by itself (%s); it is started again in %s", why(p), console.Seconds(pause))
			}
		}
		if time.Since(began) > steadyFor {
			pause = firstPause
		}
		select {
		case <-u.stop:
			return
		case <-u.restart:
		case <-time.After(pause):
			pause = min(pause*2, lastPause)
		}
		p = u.again()
	}
}

// again starts the program once more and waits until it is ready. Nil means that it could not even be started.
func (u *unit) again() *process.Process {
	began := time.Now()
	u.mu.Lock()
	p, err := process.Start(u.spec, u.out)
	if err == nil {
		u.current = p
	}
	u.mu.Unlock()
	if err != nil {
		u.trouble("does not start: %v", err)
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-u.stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	switch err := p.WaitReady(ctx); {
	case ctx.Err() != nil: // told to stop meanwhile
	case err != nil:
		u.trouble("is not ready: %v", err)
	default:
		u.console.Progress("%-10s ready again in %s", u.name, console.Seconds(time.Since(began)))
	}
	return p
}

func (u *unit) end(p *process.Process) {
	if err := p.Stop(); err != nil {
		u.console.Trouble("%v", err)
	}
}

// finish tells the unit to end for good.
func (u *unit) finish() { u.ending.Do(func() { close(u.stop) }) }

func (u *unit) isEnding() bool {
	select {
	case <-u.stop:
		return true
	default:
		return false
	}
}

// kill ends the unit at once; nothing starts it again.
func (u *unit) kill() {
	u.finish()
	u.mu.Lock()
	defer u.mu.Unlock()
	u.current.Kill()
}

func (u *unit) trouble(format string, args ...any) {
	u.console.Trouble(u.name+" "+format, args...)
}

func why(p *process.Process) string {
	if p.Err() != nil {
		return p.Err().Error()
	}
	return "exit code 0"
}

package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

const (
	probeInterval = 25 * time.Millisecond
	probeTimeout  = 2 * time.Second
	maxDrain      = 2 * time.Second // how long lines of grandchildren are waited for once the program itself has ended
	killTimeout   = 5 * time.Second
)

// Process is a running program.
type Process struct {
	spec Spec
	cmd  *exec.Cmd
	done chan struct{}
	err  error // why it ended; valid once done is closed
}

// Start starts the program; its standard output and error go to out, whole writes at a time from
// several goroutines.
func Start(spec Spec, out io.Writer) (*Process, error) {
	spec.StopSignal = cmp.Or(spec.StopSignal, syscall.SIGTERM)
	spec.StopTimeout = cmp.Or(spec.StopTimeout, 10*time.Second)
	spec.ReadyTimeout = cmp.Or(spec.ReadyTimeout, 30*time.Second)
	cmd := exec.Command(spec.Command[0], spec.Command[1:]...)
	cmd.Dir, cmd.Env = spec.Dir, spec.Env
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = maxDrain
	attr := spec.Attr
	attr.Setpgid = true // Ctrl-C in the terminal reaches the supervisor alone, which then stops things in order
	attr.Pdeathsig = spec.StopSignal
	cmd.SysProcAttr = &attr
	if err := spawn(cmd); err != nil {
		return nil, fmt.Errorf("start %s: %w", spec.Name, err)
	}
	p := &Process{spec: spec, cmd: cmd, done: make(chan struct{})}
	go p.wait()
	return p, nil
}

// StartReady starts the program, adds its output to a file, and waits until it is ready; one that does not become
// ready is stopped.
func StartReady(ctx context.Context, spec Spec, path string) (*Process, error) {
	log, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p, err := Start(spec, log)
	if err != nil {
		return nil, err
	}
	if err := p.WaitReady(ctx); err != nil {
		return nil, fmt.Errorf("%w; its lines are in %s", errors.Join(err, p.Stop()), path)
	}
	return p, nil
}

func (p *Process) wait() {
	err := p.cmd.Wait()
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		p.err = err
	}
	_ = p.killGroup() // what it left behind
	close(p.done)
}

// Done is closed when the program has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err says how the program ended; nil for exit code 0. Call it after Done.
func (p *Process) Err() error { return p.err }

// PID is the process id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// WaitReady asks the program's probe until it agrees. It fails when the program ends first, when
// the time is up, or with ctx.
func (p *Process) WaitReady(ctx context.Context) error {
	if p.spec.Ready == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, p.spec.ReadyTimeout)
	defer cancel()
	tick := time.NewTicker(probeInterval)
	defer tick.Stop()
	for {
		probe, done := context.WithTimeout(ctx, probeTimeout)
		last := p.spec.Ready(probe)
		done()
		if last == nil {
			return nil
		}
		select {
		case <-p.done:
			return fmt.Errorf("%s ended while starting: %w", p.spec.Name, p.Exited())
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return fmt.Errorf("%s was not ready within %s: %w", p.spec.Name, p.spec.ReadyTimeout, last)
			}
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// Exited says how the program ended, also with exit code 0. Call it after Done.
func (p *Process) Exited() error {
	if p.err != nil {
		return p.err
	}
	return errors.New("exit code 0")
}

// Stop asks the program to end and waits for it; when it takes too long its whole group is killed.
func (p *Process) Stop() error {
	_ = p.cmd.Process.Signal(p.spec.StopSignal) // fails only when it has ended already
	select {
	case <-p.done:
		return nil
	case <-time.After(p.spec.StopTimeout):
	}
	if err := p.killGroup(); err != nil {
		return fmt.Errorf("kill %s: %w", p.spec.Name, err)
	}
	select {
	case <-p.done:
		return fmt.Errorf("%s did not stop within %s and was killed", p.spec.Name, p.spec.StopTimeout)
	case <-time.After(killTimeout):
		return fmt.Errorf("%s (process %d) does not end", p.spec.Name, p.PID())
	}
}

// Kill ends the program and everything it started at once.
func (p *Process) Kill() {
	_ = p.killGroup()
}

func (p *Process) killGroup() error {
	if err := syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

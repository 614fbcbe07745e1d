// Package supervisor keeps a set of processes running: started until they are ready, started again with a
// growing pause when one dies, and stopped stage by stage, the last first.
package supervisor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/internal/console"
)

// Supervisor owns the processes that it started. Use New.
type Supervisor struct {
	console *console.Console
	logs    string
	quiet   bool

	mu    sync.Mutex
	units []*unit
}

// New makes a supervisor that writes each process's lines to logs/<name>.log and, unless quiet, to
// the console.
func New(c *console.Console, logs string, quiet bool) (*Supervisor, error) {
	if err := os.MkdirAll(logs, 0o755); err != nil {
		return nil, fmt.Errorf("make the log folder: %w", err)
	}
	return &Supervisor{console: c, logs: logs, quiet: quiet}, nil
}

// Start starts a program, waits until it is ready, and keeps it running from then on; one that does
// not get ready is stopped. Programs of a higher stage are stopped before those of a lower one;
// those of one stage are stopped together. Start may be called from several goroutines.
func (s *Supervisor) Start(ctx context.Context, stage int, spec process.Spec) error {
	began := time.Now()
	out, err := s.output(spec)
	if err != nil {
		return err
	}
	p, err := process.Start(spec, out)
	if err != nil {
		_ = out.Close()
		return err
	}
	u := &unit{
		name: spec.Name, spec: spec, stage: stage, console: s.console, out: out, current: p,
		stopped: make(chan struct{}), restart: make(chan struct{}, 1),
	}
	u.ctx, u.finish = context.WithCancel(context.Background())
	s.mu.Lock()
	s.units = append(s.units, u)
	s.mu.Unlock()
	if err := p.WaitReady(ctx); err != nil {
		s.mu.Lock()
		s.units = slices.DeleteFunc(s.units, func(other *unit) bool { return other == u })
		s.mu.Unlock()
		_ = p.Stop()
		_ = out.Close()
		return fmt.Errorf("%w\n%s", err, out.tail())
	}
	go u.watch(p)
	s.console.Progress("%-10s ready in %s", spec.Name, console.Seconds(time.Since(began)))
	return nil
}

// Run runs a program to its end, for steps such as migrations.
func (s *Supervisor) Run(ctx context.Context, spec process.Spec) error {
	out, err := s.output(spec)
	if err != nil {
		return err
	}
	defer out.Close()
	p, err := process.Start(spec, out)
	if err != nil {
		return err
	}
	select {
	case <-p.Done():
	case <-ctx.Done():
		_ = p.Stop()
		return ctx.Err()
	}
	if p.Err() != nil {
		return fmt.Errorf("%s: %w\n%s", spec.Name, p.Err(), out.tail())
	}
	return nil
}

// Restart stops one program and starts it again at once, for a new build. Unknown names are
// ignored.
func (s *Supervisor) Restart(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u := s.find(name); u != nil {
		u.startAgain()
	}
}

// Replace stops one program and starts another one in its place, which is kept running from then
// on. It waits until that is ready.
func (s *Supervisor) Replace(ctx context.Context, spec process.Spec) error {
	s.mu.Lock()
	u := s.find(spec.Name)
	s.mu.Unlock()
	if u == nil {
		return fmt.Errorf("no program is called %s", spec.Name)
	}
	return u.replace(ctx, spec)
}

func (s *Supervisor) find(name string) *unit {
	for _, u := range s.units {
		if u.name == name {
			return u
		}
	}
	return nil
}

// StopAll stops everything, stage by stage from the highest, and says what did not go well. It is
// called once, when nothing is started any more.
func (s *Supervisor) StopAll() {
	s.mu.Lock()
	units := slices.Clone(s.units) // the list itself stays, for KillAll
	s.mu.Unlock()
	slices.SortFunc(units, func(a, b *unit) int { return b.stage - a.stage })
	for len(units) > 0 {
		n := 0
		for ; n < len(units) && units[n].stage == units[0].stage; n++ {
			units[n].finish()
		}
		for _, u := range units[:n] {
			<-u.stopped
		}
		units = units[n:]
	}
}

// KillAll ends everything at once; a StopAll that is under way then returns.
func (s *Supervisor) KillAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, u := range s.units {
		u.kill()
	}
}

func (s *Supervisor) logFile(name string) string { return filepath.Join(s.logs, name+".log") }

func (s *Supervisor) output(spec process.Spec) (*output, error) {
	file, err := os.Create(s.logFile(spec.Name))
	if err != nil {
		return nil, fmt.Errorf("open the log of %s: %w", spec.Name, err)
	}
	o := &output{file: file}
	o.Each = func(line string) {
		o.keep(line)
		if !s.quiet && !spec.Silent {
			s.console.Line(spec.Name, console.Readable(line))
		}
	}
	return o, nil
}

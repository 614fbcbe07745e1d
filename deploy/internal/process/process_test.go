package process

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
)

type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func sh(script string) Spec {
	return Spec{Name: "probe", Command: []string{"/bin/sh", "-c", script}, StopTimeout: 300 * time.Millisecond}
}

func start(t *testing.T, spec Spec) (*Process, *buffer) {
	t.Helper()
	out := &buffer{}
	p, err := Start(spec, out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Kill(); <-p.Done() })
	return p, out
}

func TestProcess(t *testing.T) {
	t.Run("output_and_exit_code_are_handed_on", func(t *testing.T) {
		p, out := start(t, sh("echo to-out; echo to-err >&2; exit 3"))
		<-p.Done()
		if p.Err() == nil || p.Err().Error() != "exit status 3" {
			t.Errorf("Err() = %v, want exit status 3", p.Err())
		}
		if got := out.String(); !strings.Contains(got, "to-out") || !strings.Contains(got, "to-err") {
			t.Errorf("output = %q", got)
		}
	})

	t.Run("a_program_that_ends_is_not_waited_for", func(t *testing.T) {
		spec := sh("exit 1")
		spec.Ready = func(context.Context) error { return errors.New("no answer") }
		p, _ := start(t, spec)
		if err := p.WaitReady(t.Context()); err == nil || !strings.Contains(err.Error(), "ended while starting") {
			t.Errorf("WaitReady() = %v", err)
		}
	})

	t.Run("a_program_that_never_answers_names_the_last_reason", func(t *testing.T) {
		spec := sh("exec sleep 30")
		spec.ReadyTimeout = 50 * time.Millisecond
		spec.Ready = func(context.Context) error { return errors.New("no answer") }
		p, _ := start(t, spec)
		if err := p.WaitReady(t.Context()); err == nil || !strings.Contains(err.Error(), "no answer") {
			t.Errorf("WaitReady() = %v", err)
		}
	})

	t.Run("stop_uses_the_programs_own_signal", func(t *testing.T) {
		spec := sh(`trap 'echo bye; exit 0' INT; echo up; while :; do sleep 0.01; done`)
		spec.StopSignal = syscall.SIGINT
		spec.StopTimeout = time.Minute
		out := &buffer{}
		spec.Ready = func(context.Context) error {
			if strings.Contains(out.String(), "up") {
				return nil
			}
			return errors.New("not up")
		}
		p, err := Start(spec, out)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.WaitReady(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := p.Stop(); err != nil || !strings.Contains(out.String(), "bye") {
			t.Errorf("Stop() = %v, output %q", err, out.String())
		}
	})

	t.Run("a_deaf_program_is_killed_with_its_children", func(t *testing.T) {
		spec := sh(`trap '' TERM; sleep 60 & echo $!; wait; wait`)
		out := &buffer{}
		spec.Ready = func(context.Context) error {
			if out.String() == "" {
				return errors.New("not up")
			}
			return nil
		}
		p, err := Start(spec, out)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.WaitReady(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := p.Stop(); err == nil || !strings.Contains(err.Error(), "was killed") {
			t.Errorf("Stop() = %v", err)
		}
		child := strings.TrimSpace(out.String())
		testkit.Eventually(t, "its child is gone", func() bool { return !runs(child) })
	})
}

// runs reports whether a process id belongs to a live program; one that is dead and only waits to
// be collected does not count.
func runs(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

package supervisor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/internal/console"
)

type testBundle struct {
	*Supervisor
	dir string

	mu  sync.Mutex
	out bytes.Buffer
}

func (b *testBundle) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.out.Write(p)
}

func (b *testBundle) printed() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.out.String()
}

// await waits until the console shows a text so many times.
func (b *testBundle) await(t *testing.T, text string, times int) {
	t.Helper()
	deadline := time.After(time.Minute)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for strings.Count(b.printed(), text) < times {
		select {
		case <-deadline:
			t.Fatalf("%q is not there %d times in:\n%s", text, times, b.printed())
		case <-tick.C:
		}
	}
}

func newSupervisor(t *testing.T) *testBundle {
	t.Helper()
	b := &testBundle{dir: t.TempDir()}
	var err error
	if b.Supervisor, err = New(console.New(b, false), filepath.Join(b.dir, "logs"), false); err != nil {
		t.Fatal(err)
	}
	return b
}

// spec runs a script that is ready once it has made a file of its own name.
func (b *testBundle) spec(name, script string) process.Spec {
	file := filepath.Join(b.dir, name)
	return process.Spec{
		Name: name, Dir: b.dir, Command: []string{"/bin/sh", "-c", script}, StopTimeout: time.Minute,
		Ready: func(context.Context) error {
			_, err := os.Stat(file)
			return err
		},
	}
}

// stopsOnSignal is a script that says hello, is ready, and says goodbye on SIGTERM.
func stopsOnSignal(name string) string {
	return fmt.Sprintf(`trap "echo %[1]s leaves; exit 0" TERM; echo hello; touch %[1]s; while :; do sleep 0.01; done`,
		name)
}

func TestSupervisor(t *testing.T) {
	t.Run("stages_stop_from_the_highest", func(t *testing.T) {
		b := newSupervisor(t)
		for stage, name := range []string{"database", "service", "gateway"} {
			if err := b.Start(t.Context(), stage, b.spec(name, stopsOnSignal(name))); err != nil {
				t.Fatal(err)
			}
		}
		b.StopAll()
		var order []int
		for _, name := range []string{"gateway", "service", "database"} {
			order = append(order, strings.Index(b.printed(), name+" leaves"))
		}
		if order[0] < 0 || order[0] > order[1] || order[1] > order[2] {
			t.Errorf("they left at %v in:\n%s", order, b.printed())
		}
	})

	t.Run("one_that_dies_is_reported_and_started_again", func(t *testing.T) {
		b := newSupervisor(t)
		// At the first start it dies when the test lets it, and it stays at the second.
		script := `if [ -e twice ]; then ` + stopsOnSignal("service") + `; fi; touch twice service;
			while [ ! -e die ]; do sleep 0.01; done`
		if err := errors.Join(b.Start(t.Context(), 0, b.spec("service", script)),
			os.Mkdir(filepath.Join(b.dir, "die"), 0o700)); err != nil {
			t.Fatal(err)
		}
		b.await(t, "service stopped by itself (exit code 0); it is started again in 0.5 s", 1)
		b.await(t, "ready again", 1)
		b.StopAll()
	})

	t.Run("a_restart_takes_the_new_program_at_once", func(t *testing.T) {
		b := newSupervisor(t)
		if err := b.Start(t.Context(), 0, b.spec("service", stopsOnSignal("service"))); err != nil {
			t.Fatal(err)
		}
		b.Restart("service")
		b.Restart("another") // is ignored
		b.await(t, "hello", 2)
		b.StopAll()
		if strings.Contains(b.printed(), "by itself") {
			t.Errorf("a wanted end was taken for a crash:\n%s", b.printed())
		}
	})

	t.Run("another_program_takes_the_place_of_one", func(t *testing.T) {
		b := newSupervisor(t)
		if err := b.Start(t.Context(), 0, b.spec("service", stopsOnSignal("service"))); err != nil {
			t.Fatal(err)
		}
		_ = os.Remove(filepath.Join(b.dir, "service"))
		if err := b.Replace(t.Context(), b.spec("service", "echo another; "+stopsOnSignal("service"))); err != nil {
			t.Fatal(err)
		}
		b.await(t, "another", 1)
		b.await(t, "service leaves", 1)
		if err := b.Replace(t.Context(), b.spec("nothing", "exit 1")); err == nil {
			t.Error("what does not run was replaced")
		}
		b.StopAll()
		if strings.Contains(b.printed(), "by itself") {
			t.Errorf("a wanted end was taken for a crash:\n%s", b.printed())
		}
	})

	t.Run("one_that_does_not_start_tells_its_last_lines", func(t *testing.T) {
		b := newSupervisor(t)
		err := b.Start(t.Context(), 0, b.spec("service", "echo no database; exit 4"))
		if err == nil || !strings.Contains(err.Error(), "exit status 4") ||
			!strings.Contains(err.Error(), "no database") {
			t.Errorf("Start() = %v", err)
		}
		b.StopAll()
	})

	t.Run("a_step_that_fails_tells_its_last_lines", func(t *testing.T) {
		b := newSupervisor(t)
		if err := b.Run(t.Context(), b.spec("step", "echo done")); err != nil {
			t.Error(err)
		}
		err := b.Run(t.Context(), b.spec("step", "echo bad migration; exit 1"))
		if err == nil || !strings.Contains(err.Error(), "bad migration") {
			t.Errorf("Run() = %v", err)
		}
	})

	t.Run("a_step_ends_with_its_context", func(t *testing.T) {
		b := newSupervisor(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := b.Run(ctx, b.spec("step", "exec sleep 60")); !errors.Is(err, context.Canceled) {
			t.Errorf("Run() = %v", err)
		}
	})
}

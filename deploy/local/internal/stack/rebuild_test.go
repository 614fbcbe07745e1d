package stack

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/supervisor"
	"mcwick.example/platform/testkit"
)

// rebuildFixture is a source tree of two small programs and its rebuilder.
type rebuildFixture struct {
	*Rebuilder
	root string
}

func newRebuildFixture(t *testing.T, settings Settings) rebuildFixture {
	t.Helper()
	s := newStack(t, settings)
	s.root = t.TempDir()
	out := console.New(io.Discard, false)
	sup, err := supervisor.New(out, s.Folder("logs"), true)
	if err != nil {
		t.Fatal(err)
	}
	w := rebuildFixture{s.NewRebuilder(sup, out), s.root}
	w.save(t, "go.mod", "module workshop\n\ngo 1.26\n")
	return w
}

// save writes a file and gives its path.
func (w rebuildFixture) save(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(w.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	testkit.WriteFile(t, path, text)
	return path
}

func (w rebuildFixture) rebuild(t *testing.T, paths ...string) error {
	t.Helper()
	return w.Rebuild(t.Context(), paths)
}

const program = "package main\n\nfunc main() {}\n"

func TestRebuild(t *testing.T) {
	t.Run("what_did_not_compile_is_compiled_with_the_next_save", func(t *testing.T) {
		w := newRebuildFixture(t, Settings{})
		gateway := w.save(t, "gateway/main.go", "package main\n\nfunc main() { broken() }\n")
		if err := w.rebuild(t, gateway); err == nil {
			t.Fatal("it compiled")
		}
		w.save(t, "gateway/main.go", program)
		if err := w.rebuild(t, w.save(t, "services/gallery/main.go", program)); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"gateway", "gallery"} {
			if !exists(filepath.Join(w.root, "bin", name)) {
				t.Errorf("%s was not built", name)
			}
		}
	})

	t.Run("a_migration_that_failed_is_tried_again", func(t *testing.T) {
		w := newRebuildFixture(t, Settings{})
		bad := w.save(t, "services/gallery/main.go", "package main\n\nfunc main() { panic(1) }\n")
		for range 2 {
			if err := w.rebuild(t, bad); err == nil {
				t.Fatal("it was migrated")
			}
		}
		if err := w.rebuild(t, w.save(t, "services/gallery/main.go", program)); err != nil {
			t.Error(err)
		}
	})

	t.Run("each_replica_is_restarted_and_so_is_what_runs_once", func(t *testing.T) {
		w := newRebuildFixture(t, Settings{Replicas: 2})
		starts := filepath.Join(w.root, "starts")
		t.Cleanup(w.sup.StopAll)
		started := func(name string) int {
			text, _ := os.ReadFile(starts)
			return strings.Count(string(text), name+"\n")
		}
		for _, name := range []string{"gallery-1", "gallery-2", "console", "wall-1"} {
			if err := w.sup.Start(t.Context(), stageServices, process.Spec{
				Name: name, Command: []string{"sh", "-c", "echo " + name + " >>" + starts + "; exec sleep 3600"}, Dir: w.root,
				Env: []string{"PATH=" + os.Getenv("PATH")},
				Ready: func(context.Context) error {
					if started(name) == 0 {
						return errors.New("not started")
					}
					return nil
				},
			}); err != nil {
				t.Fatal(err)
			}
		}
		gallery := w.save(t, "services/gallery/main.go", program)
		if err := w.rebuild(t, gallery, w.save(t, "console/main.go", program)); err != nil {
			t.Fatal(err)
		}
		testkit.Eventually(t, "programs that came out different start again", func() bool {
			return started("gallery-1") == 2 && started("gallery-2") == 2 && started("console") == 2 && started("wall-1") == 1
		})
	})
}

package composer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcwick.example/mascot"
	"mcwick.example/platform/testkit"
)

func TestRasterizationTimeout(t *testing.T) {
	c := newComposer(t, edge)
	c.rasterizer.timeout = time.Millisecond // starting the program takes longer
	if _, err := c.DrawPortrait(t.Context(), mascot.Traits{}, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	c.rasterizer.timeout = timeout
	if _, err := c.DrawPortrait(t.Context(), mascot.Traits{}, 1); err != nil {
		t.Errorf("the slot is still taken: %v", err)
	}
}

// Verifies LIMIT-9.
func TestRasterizationEndsAtCallerDeadline(t *testing.T) {
	c := newComposer(t, edge)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := c.DrawScene(ctx, Scene{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// blocked replaces rsvg-convert by a program that says that it runs, and ends when its folder is
// gone.
func blocked(t *testing.T, c *Composer) (running func() int, release func()) {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(t.TempDir(), "rsvg-convert")
	script := fmt.Sprintf("#!/bin/sh\n: > %[1]s/$$\nwhile [ -d %[1]s ]; do /bin/sleep 0.01; done\n", dir)
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	c.rasterizer.rsvg, c.rasterizer.access.Write = program, []string{dir}
	return func() int {
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			return len(entries)
		}, func() {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
}

// Verifies LIMIT-9.
func TestSlotsLimitConcurrentRasterizations(t *testing.T) {
	c := newComposer(t, edge)
	running, release := blocked(t, c)
	finished := make(chan error)
	for range parallel {
		go func() {
			_, err := c.DrawPortrait(t.Context(), mascot.Traits{}, 1)
			finished <- err
		}()
	}
	testkit.Eventually(t, "all slots are taken", func() bool { return running() == parallel })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.DrawPortrait(ctx, mascot.Traits{}, 1); !errors.Is(err, context.DeadlineExceeded) ||
		!strings.Contains(err.Error(), "wait for a free rasterizer") {
		t.Errorf("got %v", err)
	}
	if n := running(); n != parallel {
		t.Errorf("%d programs were started", n)
	}
	release()
	for range parallel {
		if err := <-finished; err != nil {
			t.Error(err)
		}
	}
}

// Verifies LIMIT-9.
func TestRasterizerHasEmptyEnvironment(t *testing.T) {
	t.Setenv("AI_API_KEY", "sk-secret")
	c := newComposer(t, edge)
	dir := t.TempDir()
	c.rasterizer.rsvg = filepath.Join(dir, "rsvg-convert")
	if err := os.WriteFile(c.rasterizer.rsvg, []byte("#!/bin/sh\n/usr/bin/env\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	out, err := c.DrawPortrait(t.Context(), mascot.Traits{}, 1)
	if err != nil || strings.Contains(string(out), "sk-secret") || !strings.Contains(string(out), "LC_ALL=C") {
		t.Errorf("%s, %v", out, err)
	}
}

// Verifies OPS-32.
func TestRasterizerReadsNoFile(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	testkit.WriteFile(t, key, "secret")
	c := newComposer(t, edge)
	c.rasterizer.rsvg = filepath.Join(t.TempDir(), "rsvg-convert")
	if err := os.WriteFile(c.rasterizer.rsvg, []byte("#!/bin/sh\n/bin/cat "+key+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := c.DrawPortrait(t.Context(), mascot.Traits{}, 1); err == nil ||
		!strings.Contains(err.Error(), "Permission denied") {
		t.Errorf("%s, %v", out, err)
	}
	c.rasterizer.access.Read = []string{key}
	if out, err := c.DrawPortrait(t.Context(), mascot.Traits{}, 1); err != nil || string(out) != "secret" {
		t.Errorf("with access: %s, %v", out, err)
	}
}

func TestNewReportsMissingPackage(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := New(); err == nil || !strings.Contains(err.Error(), "librsvg2-bin") {
		t.Errorf("got %v", err)
	}
}

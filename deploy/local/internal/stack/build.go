package stack

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"mcwick.example/deploy/internal/wait"
	"mcwick.example/deploy/local/internal/console"
)

const buildProgress = 5 * time.Second

// Build compiles all programs, and the page when its sources are newer than what was built.
func (s *Stack) Build(ctx context.Context, out *console.Console) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.BuildGo(ctx, out, s.packages()...) })
	group.Go(func() error { return s.buildPage(ctx, out) })
	return group.Wait()
}

// packages are those of all programs: what runs, and the operators' client.
func (s *Stack) packages() []string {
	all := []string{"./mcwickctl"}
	for _, svc := range s.programs() {
		all = append(all, svc.pkg)
	}
	return all
}

// BuildGo compiles programs into bin/. With nothing to do it takes a fraction of a second.
func (s *Stack) BuildGo(ctx context.Context, out *console.Console, packages ...string) error {
	began := time.Now()
	bin := filepath.Join(s.root, "bin") + string(filepath.Separator)
	// Without tables for debuggers compiling takes an eighth less and linking half the time, which one feels at
	// every save.
	// Without the commit in it a program is another one only when its sources are.
	arguments := []string{"build", "-v", "-gcflags=all=-dwarf=false", "-ldflags=-s", "-buildvcs=false", "-o", bin}
	cmd := exec.CommandContext(ctx, "go", append(arguments, packages...)...)
	cmd.Dir, cmd.Env = s.root, append(os.Environ(), "CGO_ENABLED=0") // as in the images
	var compiled atomic.Int64
	var messages strings.Builder
	cmd.Stderr = &console.Lines{Each: func(line string) {
		if isPackage(line) {
			compiled.Add(1)
		} else {
			messages.WriteString(line + "\n")
		}
	}}
	stop := repeat(ctx, func() { out.Progress("compiling: %d packages so far", compiled.Load()) })
	err := cmd.Run()
	stop()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("the services do not compile:\n%s", messages.String())
	}
	out.Progress("services   compiled in %s", console.Seconds(time.Since(began)))
	return nil
}

// isPackage tells the names of compiled packages, which go build -v prints, from messages.
func isPackage(line string) bool {
	return !strings.HasPrefix(line, "#") && !strings.ContainsAny(line, " \t:")
}

// repeat calls report now and then until the returned function is called, or ctx ends.
func repeat(ctx context.Context, report func()) (stop func()) {
	ctx, stop = context.WithCancel(ctx)
	go func() {
		for wait.Sleep(ctx, buildProgress) {
			report()
		}
	}()
	return stop
}

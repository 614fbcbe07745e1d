// Package ffmpeg runs the programs that decode and encode audio and video, each with limits of
// time, memory and size, in a sandbox: without access to what its input asks it to open.
package ffmpeg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"

	"mcwick.example/platform/sandbox"
)

// The limits of one program.
const (
	maxMemory  = 2 << 30   // address space, several times what is resident
	maxFile    = 256 << 20 // any file that it writes
	keptStderr = 4 << 10

	// maxDrain limits reading what an ended program wrote, which a machine without time puts off by more than a second.
	maxDrain = 10 * time.Second
)

// Tools runs programs; their error output goes to the log only.
type Tools struct{ log *slog.Logger }

// New returns the tools. Check reports whether the programs are installed.
func New(log *slog.Logger) Tools { return Tools{log} }

// Check returns an error when a program is missing.
func Check() error {
	for _, name := range []string{"ffmpeg", "ffprobe", "rsvg-convert", "prlimit", "nice"} {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("%w: install ffmpeg, librsvg2-bin and util-linux", err)
		}
	}
	return nil
}

// call is one run of a program.
type call struct {
	program  string
	args     []string
	dir      string
	stdin    []byte
	maxOut   int                 // bytes of standard output that are kept
	progress func(time.Duration) // ffmpeg's progress, some times a second; nil if not needed
}

// run runs the program to its end, or until ctx is over: then it and its child processes are killed.
func (t Tools) run(ctx context.Context, c call) (_ []byte, err error) {
	ctx, span := otel.Tracer("mcwick/media").Start(ctx, c.program)
	defer func() {
		if err != nil {
			span.SetStatus(codes.Error, "failed")
		}
		span.End()
	}()
	program, err := exec.LookPath(c.program)
	if err != nil {
		return nil, err
	}
	bounds := []string{"--as=" + strconv.Itoa(maxMemory), "--fsize=" + strconv.Itoa(maxFile), "--core=0", "nice", "-n",
		"10", program}
	cmd := exec.CommandContext(ctx, "prlimit", append(bounds, c.args...)...)
	cmd.Dir, cmd.Stdin = c.dir, bytes.NewReader(c.stdin)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "HOME=/nonexistent"}
	out, problems := &head{most: c.maxOut}, &tail{most: keptStderr}
	cmd.Stdout, cmd.Stderr = out, problems
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = maxDrain
	watched := func() {}
	if c.progress != nil {
		if watched, err = watch(cmd, c.progress); err != nil {
			return nil, err
		}
	}
	err = sandbox.Run(ctx, cmd, sandbox.Access{Read: []string{program}, Write: []string{c.dir}})
	watched()
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		t.log.WarnContext(ctx, c.program+" failed", "error", err, "stderr", strings.TrimSpace(string(problems.kept)))
		if isOfMachine(string(problems.kept)) {
			return nil, errors.New(c.program + ": the machine lacks disk or memory")
		}
		return nil, fmt.Errorf("%s: %w", c.program, err)
	case out.cut:
		return nil, fmt.Errorf("%s wrote more than %d bytes", c.program, c.maxOut)
	}
	return out.kept, nil
}

// isOfMachine reports whether a program said that it lacked disk or memory, which is no fault of its input.
func isOfMachine(stderr string) bool {
	said := strings.ToLower(stderr)
	return strings.Contains(said, syscall.ENOSPC.Error()) || strings.Contains(said, syscall.ENOMEM.Error())
}

// refused reports whether a program ended by itself with an error, rather than being killed or not
// started.
func refused(err error) bool {
	var ended *exec.ExitError
	return errors.As(err, &ended) && ended.Exited()
}

// head keeps the first bytes that are written to it.
type head struct {
	most int
	kept []byte
	cut  bool
}

// Write implements io.Writer.
func (h *head) Write(b []byte) (int, error) {
	room := min(h.most-len(h.kept), len(b))
	h.kept, h.cut = append(h.kept, b[:room]...), h.cut || room < len(b)
	return len(b), nil
}

// tail keeps the last bytes that are written to it.
type tail struct {
	most int
	kept []byte
}

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.kept = append(t.kept, b...)
	t.kept = t.kept[max(len(t.kept)-t.most, 0):]
	return len(b), nil
}

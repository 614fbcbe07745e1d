package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// command runs a visitor of the platform, such as a test run, in the foreground with additional
// environment. Ctrl-C in a terminal reaches it directly; any other end of ctx is handed on as
// SIGTERM.
func command(ctx context.Context, arguments, environment []string) error {
	cmd := exec.CommandContext(ctx, arguments[0], arguments[1:]...)
	cmd.Env = append(os.Environ(), environment...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return exitCode(ended)
	}
	return err
}

// commandFailed is the exit code of a command that was run for the caller; it has told its own
// story.
type commandFailed int

func (c commandFailed) Error() string {
	return fmt.Sprintf("the command ended with exit code %d", int(c))
}

func exitCode(ended *exec.ExitError) error {
	if status, ok := ended.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return commandFailed(128 + int(status.Signal())) // as a shell has it
	}
	return commandFailed(ended.ExitCode())
}

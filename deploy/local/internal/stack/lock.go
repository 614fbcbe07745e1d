package stack

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Lock makes sure that a data folder serves one stack at a time. It is held until release is called
// or the process ends, however it ends.
func (s *Stack) Lock() (release func(), err error) {
	file, err := os.OpenFile(s.Folder("lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder, _ := os.ReadFile(file.Name())
		file.Close()
		return nil, fmt.Errorf("the platform already runs in %s (process %s): stop that one with Ctrl-C first", s.data,
			strings.TrimSpace(string(holder)))
	}
	if err := file.Truncate(0); err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(file, os.Getpid()); err != nil {
		return nil, err
	}
	return func() { file.Close() }, nil
}

const lockRetryInterval = 100 * time.Millisecond

// lockFile waits until no other process holds a lock file.
func lockFile(ctx context.Context, path string) (release func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		select {
		case <-ctx.Done():
			file.Close()
			return nil, ctx.Err()
		case <-time.After(lockRetryInterval):
		}
	}
	return func() { file.Close() }, nil
}

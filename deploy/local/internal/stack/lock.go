package stack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"mcwick.example/deploy/internal/wait"
)

// Lock makes sure that a data folder serves one stack at a time. It is held until release is called
// or the process ends, however it ends.
func (s *Stack) Lock() (release func(), err error) {
	file, err := tryLock(s.Folder("lock"))
	if errors.Is(err, syscall.EWOULDBLOCK) {
		holder, _ := os.ReadFile(s.Folder("lock"))
		return nil, fmt.Errorf("the platform already runs in %s (process %s): stop that one with Ctrl-C first", s.data,
			strings.TrimSpace(string(holder)))
	}
	if err != nil {
		return nil, err
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
	for {
		file, err := tryLock(path)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return func() { file.Close() }, err
		}
		if !wait.Sleep(ctx, lockRetryInterval) {
			return nil, ctx.Err()
		}
	}
}

// tryLock opens a lock file; EWOULDBLOCK when another process holds it.
func tryLock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

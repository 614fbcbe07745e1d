package testkit

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// The ports of FreeAddr. Systems give outgoing connections others, from 32768 (Linux) or 49152 (RFC
// 6335), and platforms have theirs from 25432, so one of these stays free while the program that is to
// have it is not up.
const (
	firstPort = 14_000
	ports     = 11_000
)

// portsFolder has a lock for each port that a test has. The tests of several packages run at once,
// each in a process of its own.
// before any test changes TMPDIR
var portsFolder = filepath.Join(os.TempDir(), fmt.Sprintf("testkit-ports-%d", os.Getuid()))

// FreeAddr returns a loopback address that nothing listens on, and no other test gets until this
// one ends.
func FreeAddr(t testing.TB) string {
	t.Helper()
	if err := os.MkdirAll(portsFolder, 0o700); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		port := firstPort + rand.IntN(ports)
		unlock, locked := lockPort(t, port)
		if !locked {
			continue
		}
		addr := fmt.Sprintf("127.0.0.1:%d", port)
		if isFree(t, addr) {
			t.Cleanup(unlock)
			return addr
		}
		unlock()
	}
	t.Fatal("no port is free")
	return ""
}

// isFree reports whether nothing listens at an address. It does not try to listen itself: a program that
// another test starts meanwhile would have the listener, too, for a moment longer.
func isFree(t testing.TB, addr string) bool {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", addr)
	if err == nil {
		conn.Close()
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}

// lockPort takes the lock of a port, which ends with the process at the latest.
func lockPort(t testing.TB, port int) (unlock func(), locked bool) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(portsFolder, strconv.Itoa(port)), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, false
	}
	return func() { f.Close() }, true
}

// RunCommand runs a program's command until the returned function is called or the test ends; the
// command must end without an error.
func RunCommand(t testing.TB, command func(ctx context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := command(ctx); err != nil {
			t.Error(err)
		}
	}()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

// SetEnvironment sets variables for the rest of the test.
func SetEnvironment(t testing.TB, variables map[string]string) {
	t.Helper()
	for name, value := range variables {
		t.Setenv(name, value)
	}
}

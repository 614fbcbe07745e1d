package testkit

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// The ports of FreeAddr. Systems give outgoing connections others, from 32768 (Linux) or 49152 (RFC 6335), so one of these
// stays free while the program that is to have it is not up.
const (
	firstPort = 14_000
	ports     = 14_000
)

// FreeAddr gives a loopback address that nothing listens on.
func FreeAddr(t testing.TB) string {
	t.Helper()
	for range 100 {
		addr := fmt.Sprintf("127.0.0.1:%d", firstPort+rand.IntN(ports))
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", addr)
		if err == nil {
			l.Close()
			return addr
		}
	}
	t.Fatal("no port is free")
	return ""
}

// Run runs a program's command until the returned function is called or the test ends; the command must
// end without an error.
func Run(t testing.TB, command func(ctx context.Context) error) (stop func()) {
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

// Environment sets variables for the rest of the test.
func Environment(t testing.TB, variables map[string]string) {
	t.Helper()
	for name, value := range variables {
		t.Setenv(name, value)
	}
}

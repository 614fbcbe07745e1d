package rpc

import (
	"context"
	"testing"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
)

// dialThroughProxy is a freezer before an echo, and whether a call answers in its time.
func dialThroughProxy(t *testing.T) (f *testkit.Freezer, answers func() bool) {
	t.Helper()
	_, server := serve(t, 10)
	addr, f := testkit.NewFreezer(t, server)
	say := dialEcho(t, addr)
	return f, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		_, err := say(ctx, "gm")
		if err != nil && !hasKind(err, fault.KindTimeout, fault.KindUnavailable) {
			t.Fatal(err)
		}
		return err == nil
	}
}

// The server, which would end the connection itself within a minute, is not heard either.
// Verifies OPS-8.
func TestKeepaliveClosesDeadConnection(t *testing.T) {
	t.Parallel()
	f, answers := dialThroughProxy(t)
	testkit.Eventually(t, "the server answers", answers)
	f.FreezeExisting()
	testkit.Eventually(t, "it answers on a new connection", answers)
}

// Verifies OPS-8.
func TestConnectTimeoutEndsHangingConnect(t *testing.T) {
	t.Parallel()
	f, answers := dialThroughProxy(t)
	f.Freeze()
	if answers() {
		t.Fatal("it is not frozen")
	}
	f.FreezeExisting()
	f.Thaw()
	testkit.Eventually(t, "it answers on a new connection", answers)
}

// Each caller waits for its own deadline and no longer, and calls succeed by themselves once the
// server answers.
// Verifies OPS-9.
func TestHangingServerCostsEachCallItsDeadline(t *testing.T) {
	t.Parallel()
	f, answers := dialThroughProxy(t)
	testkit.Eventually(t, "the server answers", answers)
	f.Freeze()
	for range 2 * maxFailures {
		if answers() {
			t.Fatal("it is not frozen")
		}
	}
	f.Thaw()
	testkit.Eventually(t, "it answers again", answers)
}

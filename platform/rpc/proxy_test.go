package rpc

import (
	"context"
	"net"
	"os"
	"os/exec"
	"testing"
	"time"

	"mcwick.example/platform/fault"
)

// Verifies OPS-42.
func TestCallsGoThroughNoProxy(t *testing.T) {
	t.Parallel()
	if os.Getenv("IS_CHILD") == "" { // the environment's proxy is read once in a process
		proxy, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer proxy.Close()
		connected := make(chan struct{}, 1)
		go func() {
			if conn, err := proxy.Accept(); err == nil {
				conn.Close()
				connected <- struct{}{}
			}
		}()
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		child := exec.CommandContext(t.Context(), self, "-test.run=^TestCallsGoThroughNoProxy$")
		child.Env = append(os.Environ(), "HTTPS_PROXY=http://"+proxy.Addr().String(), "NO_PROXY=", "IS_CHILD=1")
		if out, err := child.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		select {
		case <-connected:
			t.Fatal("the call came to the proxy")
		default:
		}
		return
	}
	say := dialEcho(t, "service.invalid:9090") // localhost is never proxied
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if _, err := say(ctx, "gm"); !hasKind(err, fault.KindTimeout, fault.KindUnavailable) {
		t.Fatal(err)
	}
}

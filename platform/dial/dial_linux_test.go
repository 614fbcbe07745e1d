package dial

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// Verifies OPS-8.
func TestConnectionsHaveKeepaliveAndUserTimeout(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	conn, err := Connect(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ level, option, want int }{
		"bytes that nobody acknowledges, ms": {unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, 10_000},
		"keep-alive":                         {unix.SOL_SOCKET, unix.SO_KEEPALIVE, 1},
		"silence before it asks, s":          {unix.IPPROTO_TCP, unix.TCP_KEEPIDLE, 5},
		"questions":                          {unix.IPPROTO_TCP, unix.TCP_KEEPCNT, 3},
		"between questions, s":               {unix.IPPROTO_TCP, unix.TCP_KEEPINTVL, 2},
	} {
		var got int
		var optionErr error
		if err := raw.Control(func(fd uintptr) {
			got,
				optionErr = unix.GetsockoptInt(int(fd), c.level, c.option)
		}); err != nil || optionErr != nil {
			t.Fatal(name, err, optionErr)
		}
		if got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

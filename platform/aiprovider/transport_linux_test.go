package aiprovider

import (
	"net"
	"net/http"
	"testing"

	"golang.org/x/sys/unix"

	"mcwick.example/platform/dial"
)

// The system ends a connection to a provider whose bytes are not acknowledged, as behind a firewall
// that forgot it: all calls share it, and one without an answer counts as paid.
// Verifies OPS-8.
func TestConnectionsToProvidersAreBounded(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	own := newTransport()
	conn, err := own.DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var got int
	var optionErr error
	if err := raw.Control(func(fd uintptr) {
		got, optionErr = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT)
	}); err != nil || optionErr != nil {
		t.Fatal(err, optionErr)
	}
	if got != int(dial.UserTimeout.Milliseconds()) {
		t.Errorf("bytes may go unacknowledged for %d ms", got)
	}
	if _, err := newPublicTransport().DialContext(t.Context(), "tcp", l.Addr().String()); err == nil {
		t.Error("a private address is public")
	}
	for _, transport := range []*http.Transport{own, newPublicTransport()} {
		if transport.HTTP2.SendPingTimeout == 0 || transport.HTTP2.PingTimeout == 0 {
			t.Error("a connection is not checked")
		}
	}
}

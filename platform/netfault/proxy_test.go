package netfault

import (
	"io"
	"net"
	"testing"
	"time"
)

// echo is a server that says its name before it repeats what it hears.
func echo(t *testing.T, name string) (addr string, stop func()) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_, _ = io.WriteString(conn, name)
				_, _ = io.Copy(conn, conn)
			}()
		}
	}()
	return l.Addr().String(), func() { l.Close() }
}

func listen(t *testing.T, servers ...string) *Proxy {
	t.Helper()
	p, err := Listen(t.Context(), "127.0.0.1:0", servers...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func connect(t *testing.T, p *Proxy) net.Conn {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", p.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// readByte reads a byte, or nothing when the connection ends before it.
func readByte(conn net.Conn) string {
	b := make([]byte, 1)
	n, _ := io.ReadFull(conn, b)
	return string(b[:n])
}

func TestConnectionsAreSpreadOverServersThatAreUp(t *testing.T) {
	first, stop := echo(t, "1")
	second, _ := echo(t, "2")
	p := listen(t, first, second)
	if got := readByte(connect(t, p)) + readByte(connect(t, p)) + readByte(connect(t, p)); got != "121" {
		t.Errorf("connections went to %s", got)
	}
	stop()
	if got := readByte(connect(t, p)) + readByte(connect(t, p)); got != "22" {
		t.Errorf("with one server down connections went to %s", got)
	}
}

func TestNothingPassesWhileFrozen(t *testing.T) {
	server, _ := echo(t, "1")
	p := listen(t, server)
	conn := connect(t, p)
	readByte(conn)
	p.Freeze()
	p.Freeze() // a second time
	if _, err := io.WriteString(conn, "x"); err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if got := readByte(conn); got != "" {
		t.Errorf("%q passed", got)
	}
	p.Thaw()
	p.Thaw()
	_ = conn.SetReadDeadline(time.Time{})
	if got := readByte(conn); got != "x" {
		t.Errorf("after it %q passed", got)
	}
}

func TestStopEndsConnectionsAndRefusesNewOnes(t *testing.T) {
	server, _ := echo(t, "1")
	p := listen(t, server)
	conn := connect(t, p)
	readByte(conn)
	p.Stop()
	p.Stop()
	if got := readByte(conn) + readByte(connect(t, p)); got != "" {
		t.Errorf("heard %q", got)
	}
	p.Start()
	if got := readByte(connect(t, p)); got != "1" {
		t.Errorf("heard %q", got)
	}
}

func TestFreezeExistingServesNewConnections(t *testing.T) {
	server, _ := echo(t, "1")
	p := listen(t, server)
	old := connect(t, p)
	readByte(old)
	p.FreezeExisting()
	_, _ = io.WriteString(old, "x")
	if got := readByte(connect(t, p)); got != "1" {
		t.Errorf("a new one heard %q", got)
	}
	_ = old.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if got := readByte(old); got != "" {
		t.Errorf("the old one heard %q", got)
	}
}

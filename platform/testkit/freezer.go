package testkit

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// Freezer is a TCP proxy in front of a server that can be made to hang: connections stay open, new ones are taken, and nothing is passed on.
// No end of a connection learns of it, as when a machine in the middle vanishes or a server stops without dying.
type Freezer struct {
	addr string // of the server

	mu     sync.Mutex
	thawed chan struct{} // closed while bytes pass
	old    chan struct{} // closed once the connections that are open now are to pass nothing any more
	up     chan struct{} // closed once the connections that are open now are to end; nil while the server is gone
}

// FreezeDatabase puts a Freezer in front of the database at a URL, without the pooler that may be there, and gives the URL through it.
func FreezeDatabase(t testing.TB, databaseURL string) (through string, f *Freezer) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	direct, err := url.Parse(required(t, "TEST_POSTGRES_URL"))
	if err != nil {
		t.Fatal(err)
	}
	u.Host, f = NewFreezer(t, direct.Host)
	return u.String(), f
}

// NewFreezer listens at addr and passes on to server until the test ends.
func NewFreezer(t testing.TB, server string) (addr string, f *Freezer) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(func() { end(); l.Close() })
	f = &Freezer{addr: server, thawed: make(chan struct{}), old: make(chan struct{}), up: make(chan struct{})}
	close(f.thawed)
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go f.serve(ctx, client)
		}
	}()
	return l.Addr().String(), f
}

// Freeze stops all bytes in both directions, of old connections and new ones.
func (f *Freezer) Freeze() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.thawed = make(chan struct{})
}

// Thaw lets them pass again.
func (f *Freezer) Thaw() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.thawed)
}

// FreezeOld stops the connections that are open now, for good; new ones are served. A connection that its client closes is closed.
func (f *Freezer) FreezeOld() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.old)
	f.old = make(chan struct{})
}

// Stop ends all connections, and new ones at once, as when the server dies.
func (f *Freezer) Stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.up)
	f.up = nil
}

// Start lets connections be made again.
func (f *Freezer) Start() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.up = make(chan struct{})
}

func (f *Freezer) gate() chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.thawed
}

// serve passes one connection on until either end closes or ctx ends.
func (f *Freezer) serve(ctx context.Context, client net.Conn) {
	defer client.Close()
	f.mu.Lock()
	frozen, up := f.old, f.up
	f.mu.Unlock()
	if up == nil {
		return
	}
	server, err := new(net.Dialer).DialContext(ctx, "tcp", f.addr)
	if err != nil {
		return
	}
	defer server.Close()
	defer context.AfterFunc(ctx, func() { client.Close(); server.Close() })()
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
		go func() {
			f.pass(ctx, frozen, way[0], way[1])
			done <- struct{}{}
		}()
	}
	select {
	case <-done:
	case <-up:
	}
}

// pass copies while the gate is open and the connection is not frozen.
func (f *Freezer) pass(ctx context.Context, frozen chan struct{}, from io.Reader, to io.Writer) {
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		select {
		case <-f.gate():
		case <-ctx.Done():
			return
		}
		select {
		case <-frozen: // perhaps while it waited
			if err != nil {
				return
			}
			continue // swallowed
		default:
		}
		if _, werr := to.Write(b[:n]); err != nil || werr != nil {
			return
		}
	}
}

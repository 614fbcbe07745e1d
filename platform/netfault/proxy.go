// Package netfault is a TCP proxy whose connections can be made to hang, as when a machine in the
// middle vanishes or a server stops without dying: for tests, and for deploy/chaos.
package netfault

import (
	"context"
	"io"
	"net"
	"sync"
)

// Proxy passes connections on to servers, each to the next one in turn that takes it. While it is
// frozen connections stay open, new ones are taken, and nothing is passed on: no end of a
// connection learns of it.
type Proxy struct {
	listener net.Listener
	servers  []string

	mu       sync.Mutex
	turn     int            // the server of the next connection
	thawed   chan struct{}  // closed while bytes pass
	existing chan struct{}  // closed once the connections that are open now are to pass nothing any more
	up       chan struct{}  // closed once the connections that are open now are to end; nil while the servers are gone
	open     sync.WaitGroup // of the connections that pass bytes
}

// Listen starts a proxy at an address. It ends with ctx.
func Listen(ctx context.Context, addr string, servers ...string) (*Proxy, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: l, servers: servers, thawed: make(chan struct{}), existing: make(chan struct{}),
		up: make(chan struct{})}
	close(p.thawed)
	context.AfterFunc(ctx, func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(ctx, client)
		}
	}()
	return p, nil
}

// Addr is where clients connect, host:port.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Freeze stops all bytes in both directions, of old connections and new ones.
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if isClosed(p.thawed) {
		p.thawed = make(chan struct{})
	}
}

// Thaw lets them pass again.
func (p *Proxy) Thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !isClosed(p.thawed) {
		close(p.thawed)
	}
}

// FreezeExisting stops the connections that are open now, for good; new ones are served. A
// connection that its client closes is closed.
func (p *Proxy) FreezeExisting() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.existing)
	p.existing = make(chan struct{})
}

// Stop ends all connections, and new ones at once, as when the servers die. When it returns, nothing is
// passed on any more.
func (p *Proxy) Stop() {
	p.mu.Lock()
	if p.up != nil {
		close(p.up)
		p.up = nil
	}
	p.mu.Unlock()
	p.open.Wait()
}

// Start lets connections be made again.
func (p *Proxy) Start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.up == nil {
		p.up = make(chan struct{})
	}
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func (p *Proxy) gate() chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.thawed
}

// serve passes one connection on until either end closes or ctx ends.
func (p *Proxy) serve(ctx context.Context, client net.Conn) {
	defer client.Close()
	p.mu.Lock()
	frozen, up, turn := p.existing, p.up, p.turn
	p.turn++
	p.mu.Unlock()
	if up == nil {
		return
	}
	server := p.dial(ctx, turn)
	if server == nil {
		return
	}
	p.mu.Lock()
	if isClosed(up) {
		p.mu.Unlock()
		server.Close()
		return
	}
	p.open.Add(1)
	p.mu.Unlock()
	defer func() { client.Close(); server.Close(); p.open.Done() }()
	defer context.AfterFunc(ctx, func() { client.Close(); server.Close() })()
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
		go func() {
			p.forward(ctx, frozen, way[0], way[1])
			done <- struct{}{}
		}()
	}
	select {
	case <-done:
	case <-up:
	}
}

// dial connects to the server whose turn it is, or to the next one that is up, and returns none
// when all are down.
func (p *Proxy) dial(ctx context.Context, turn int) net.Conn {
	for i := range p.servers {
		server, err := new(net.Dialer).DialContext(ctx, "tcp", p.servers[(turn+i)%len(p.servers)])
		if err == nil {
			return server
		}
	}
	return nil
}

// forward copies while the gate is open and the connection is not frozen.
func (p *Proxy) forward(ctx context.Context, frozen chan struct{}, from io.Reader, to io.Writer) {
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		select {
		case <-p.gate():
		case <-ctx.Done():
			return
		}
		if isClosed(frozen) { // perhaps while it waited
			if err != nil {
				return
			}
			continue // swallowed
		}
		if _, werr := to.Write(b[:n]); err != nil || werr != nil {
			return
		}
	}
}

package postgres

import (
	"context"
	"net"
	"sync"
	"time"

	"mcwick.example/platform/dial"
)

// responseMargin is how much later than a statement's own end its answer may come.
const responseMargin = 2 * time.Second

// dialWithTimeout returns connections on which no answer is waited for longer than a statement may
// take. A server that hangs, and a machine in the middle that vanished, end no connection; without
// this a query without a deadline of its own would wait forever.
func dialWithTimeout(statement time.Duration) func(ctx context.Context, network, addr string) (net.Conn, error) {
	dialer := dial.NewDialer(0) // pgx bounds it
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dialer.DialContext(ctx, network, addr)
		if err != nil || statement == 0 {
			return conn, err
		}
		return &readTimeoutConn{Conn: conn, timeout: statement + responseMargin}, nil
	}
}

// readTimeoutConn is a connection that is read only while an answer is awaited, as pgx does it.
type readTimeoutConn struct {
	net.Conn
	timeout time.Duration

	mu       sync.Mutex
	deadline time.Time // that pgx set, to give up a query; none when zero
}

// Read waits for the timeout at most.
func (c *readTimeoutConn) Read(b []byte) (int, error) {
	c.mu.Lock()
	end := time.Now().Add(c.timeout)
	if !c.deadline.IsZero() && c.deadline.Before(end) {
		end = c.deadline
	}
	err := c.Conn.SetReadDeadline(end)
	c.mu.Unlock()
	if err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

// SetDeadline implements net.Conn.
func (c *readTimeoutConn) SetDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deadline = t
	return c.Conn.SetDeadline(t)
}

// SetReadDeadline implements net.Conn.
func (c *readTimeoutConn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deadline = t
	return c.Conn.SetReadDeadline(t)
}

// Package dial makes the connections of all clients that speak over TCP to what may vanish without
// a word: a machine that lost its power, a firewall that forgot a connection. The system then ends
// them within about 10 s, so that no caller waits on them or takes them from a pool.
package dial

import (
	"context"
	"net"
	"time"
)

// UserTimeout is how long bytes that were sent may go unacknowledged. The system's own bound is
// many minutes of repeats.
const UserTimeout = 10 * time.Second

// keepAlive detects a dead idle connection: after 5 s and three questions 2 s apart.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3}

// NewDialer returns a dialer whose attempts take d at most; 0 is no bound but that of the context.
func NewDialer(d time.Duration) *net.Dialer {
	return &net.Dialer{Timeout: d, KeepAliveConfig: keepAlive, Control: setUserTimeout}
}

// Connect connects within 5 s.
func Connect(ctx context.Context, network, addr string) (net.Conn, error) {
	return NewDialer(5*time.Second).DialContext(ctx, network, addr)
}

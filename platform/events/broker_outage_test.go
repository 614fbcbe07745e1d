package events

import (
	"io"
	"net"
	"sync/atomic"
	"testing"

	"mcwick.example/platform/testkit"
)

// brokerProxy leads to a broker while it is open, and shuts in everybody's face otherwise.
type brokerProxy struct {
	open  atomic.Bool
	shuts atomic.Int32
	addr  string
}

func newBrokerProxy(t *testing.T, broker string) *brokerProxy {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	d := &brokerProxy{addr: l.Addr().String()}
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			if !d.open.Load() {
				d.shuts.Add(1)
				in.Close()
				continue
			}
			out, err := net.Dial("tcp", broker)
			if err != nil {
				in.Close()
				continue
			}
			go func() { _, _ = io.Copy(out, in); out.Close() }()
			go func() { _, _ = io.Copy(in, out); in.Close() }()
		}
	}()
	return d
}

func TestBrokerOutageIsRetried(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		d := newBrokerProxy(t, b.config.Brokers[0])
		b.config.Brokers = []string{d.addr}
		b.relay = NewRelay(testkit.DiscardLog(), b.pool, b.config, "test", b.topic)
		testkit.RunCommand(t, b.relay.Run)
		testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		b.publish(t, "k", "1")
		last := b.publish(t, "k", "2")
		testkit.Eventually(t, "both have knocked more than once", func() bool { return d.shuts.Load() > 3 })
		if n, oldest, err := b.relay.backlog(t.Context()); n != 2 || oldest <= 0 || err != nil {
			t.Errorf("%d events wait in the outbox, %v", n, err)
		}
		d.open.Store(true)
		b.await(t, last)
		testkit.Eventually(t, "the outbox is empty", func() bool { return b.count(t, "outbox") == 0 })
		if n := b.count(t, "effects"); n != 2 {
			t.Errorf("%d effects of 2 events", n)
		}
	})
}

package events

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/testkit"
)

// throughProxy returns brokers that are reached through a freezer, wherever they say that they are.
func (b *testEnvironment) throughProxy(t *testing.T) (Config, *testkit.Freezer) {
	t.Helper()
	addr, f := testkit.NewFreezer(t, b.config.Brokers[0])
	transport, err := Config{}.newTransport(func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, addr)
	})
	if err != nil {
		t.Fatal(err)
	}
	return Config{Brokers: []string{addr}, transport: transport}, f
}

// awaitEffect waits for the effect of an event for longer than connections to a broker may hang.
func (b *testEnvironment) awaitEffect(t *testing.T, e Event) {
	t.Helper()
	testkit.Eventually(t, "the event took effect", func() bool {
		var done bool
		_ = b.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM effects WHERE event = $1)`, e.ID).Scan(&done)
		return done
	})
}

// Verifies OPS-8.
func TestRelayRecoversFromHangingBrokerConnections(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		config, freezer := b.throughProxy(t)
		testkit.RunCommand(t, NewRelay(testkit.DiscardLog(), b.pool, config, "test", b.topic).Run)
		testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		b.awaitEffect(t, b.publish(t, "k", "before"))
		freezer.FreezeExisting()
		b.awaitEffect(t, b.publish(t, "k", "after"))
		if b.countOutOfOrder(t) != 0 {
			t.Error("the events of a key are out of order")
		}
	})
}

// Verifies OPS-8.
func TestConsumerRecoversFromHangingBrokerConnections(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		c := b.consumer(t, acceptEvent)
		var freezer *testkit.Freezer
		c.config, freezer = b.throughProxy(t)
		testkit.RunCommand(t, c.Run)
		b.awaitEffect(t, b.publish(t, "k", "before"))
		for _, text := range []string{"after", "and after that"} { // the second is fetched by the group that went on
			freezer.FreezeExisting()
			b.awaitEffect(t, b.publish(t, "k", text))
		}
		if n := b.count(t, "effects"); n != 3 || b.countOutOfOrder(t) != 0 {
			t.Errorf("%d effects of three events", n)
		}
	})
}

// A broker that hangs costs no change its commit: events wait in the outbox, and go on by
// themselves once it answers.
// Verifies OPS-9.
func TestHangingBrokerIsRetried(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		config, freezer := b.throughProxy(t)
		var lines lockedBuffer
		relay := NewRelay(slog.New(slog.NewTextHandler(&lines, nil)), b.pool, config, "test", b.topic)
		testkit.RunCommand(t, relay.Run)
		c := b.consumer(t, acceptEvent)
		c.config = config
		testkit.RunCommand(t, c.Run)
		b.awaitEffect(t, b.publish(t, "k", "before"))
		freezer.Freeze()
		b.publish(t, "k", "held up")
		testkit.Eventually(t, "two batches were given up", func() bool {
			return strings.Count(lines.String(), "publishing failed") >= 2
		})
		last := b.publish(t, "k", "last")
		freezer.Thaw()
		b.awaitEffect(t, last)
		if n := b.count(t, "effects"); n != 3 || b.countOutOfOrder(t) != 0 {
			t.Errorf("%d effects of three events", n)
		}
	})
}

// A broker that refuses at once is tried once a second, however often users write meanwhile.
func TestRefusingBrokerIsTriedOnceASecond(t *testing.T) {
	b := newTestEnvironment(t, testkit.Kafka(t))
	var lines lockedBuffer
	relay := NewRelay(slog.New(slog.NewTextHandler(&lines, nil)), b.pool, b.config, "test", b.topic)
	relay.writer.Addr = kafka.TCP("127.0.0.1:1")
	for range 20 {
		b.publish(t, "k", "x")
	}
	began := time.Now()
	testkit.RunCommand(t, relay.Run)
	testkit.Eventually(t, "three attempts", func() bool {
		relay.Wake()
		return strings.Count(lines.String(), "publishing failed") >= 3
	})
	if took := time.Since(began); took < 2*pollInterval {
		t.Errorf("three attempts took %v", took)
	}
}

// The log has one error of a batch, not one of each event.
func TestFirstErrorOfBatch(t *testing.T) {
	batch := fmt.Errorf("publish: %w", kafka.WriteErrors{nil, io.EOF, io.ErrClosedPipe})
	if got := firstOf(batch); !errors.Is(got, io.EOF) || got.Error() != "2 of 3 events, the first: EOF" {
		t.Error(got)
	}
	if got := firstOf(io.EOF); got.Error() != "EOF" {
		t.Error(got)
	}
}

// A write that went on after its batch had ended would wait in memory, with all those behind it.
func TestWritesEndWithTheirBatch(t *testing.T) {
	w := newWriter(Config{Brokers: []string{"b:1"}})
	if w.MaxAttempts != 1 || w.WriteTimeout >= batchTimeout || w.ReadTimeout >= batchTimeout {
		t.Errorf("%d attempts of %s in a pass of %s", w.MaxAttempts, w.WriteTimeout, batchTimeout)
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

package events

import (
	"cmp"
	"context"
	"net"
	"time"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/dial"
)

// Config names the brokers.
type Config struct {
	Brokers []string `env:"KAFKA_BROKERS,required"`

	transport *kafka.Transport // that of all when nil; tests have others
}

// The bounds of connecting to a broker, and of one question to it. A connection on which no answer
// came in time is closed, and those that idle ones are closed by then, too: if their peers have
// vanished as well, each would cost one more request.
const (
	connectTimeout  = 5 * time.Second
	responseTimeout = 8 * time.Second
	maxIdle         = 5 * time.Second
)

// sharedTransport is the transport of all that write, ask or manage.
var sharedTransport = newTransport(dial.Connect)

// newTransport looks at the cluster again each second: a broker that was away is back as soon as
// that, and not after the library's six seconds.
func newTransport(dial func(ctx context.Context, network, addr string) (net.Conn, error)) *kafka.Transport {
	return &kafka.Transport{Dial: dial, DialTimeout: connectTimeout, IdleTimeout: maxIdle, MetadataTTL: time.Second}
}

func (c Config) transportOrShared() *kafka.Transport { return cmp.Or(c.transport, sharedTransport) }

// dialer connects readers.
func (c Config) dialer() *kafka.Dialer {
	return &kafka.Dialer{Timeout: connectTimeout, DialFunc: c.transportOrShared().Dial}
}

func newClient(c Config) *kafka.Client {
	return &kafka.Client{Addr: kafka.TCP(c.Brokers...), Timeout: responseTimeout, Transport: c.transportOrShared()}
}

// maxWriteBytes bounds one request to one partition; brokers take 1 MiB unless told otherwise.
const maxWriteBytes = 1 << 20

// newWriter writes with every replica's word and keeps the order of a key. A write ends within
// responseTimeout, with a response or without: callers retry. Attempts of the library would go on
// when no caller waits for them any more, and pile up behind a broker that hangs.
func newWriter(c Config) *kafka.Writer {
	return &kafka.Writer{
		Addr:         kafka.TCP(c.Brokers...),
		Transport:    c.transportOrShared(),
		Balancer:     &kafka.Hash{},
		RequiredAcks: kafka.RequireAll,
		BatchTimeout: time.Millisecond, // the default makes a lone event wait a second
		BatchSize:    batchEvents,
		BatchBytes:   maxWriteBytes,
		ReadTimeout:  responseTimeout,
		WriteTimeout: responseTimeout,
		MaxAttempts:  1,
	}
}

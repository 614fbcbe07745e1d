package events

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/segmentio/kafka-go"
	"github.com/segmentio/kafka-go/sasl"
	"github.com/segmentio/kafka-go/sasl/scram"

	"mcwick.example/platform/config"
	"mcwick.example/platform/dial"
	"mcwick.example/platform/mtls"
)

// Config names the brokers, and says who we are there.
type Config struct {
	Brokers []string `env:"KAFKA_BROKERS,required"`
	// CAFile is the PEM file of the authority that signed the brokers' certificates. Without it
	// connections are not encrypted.
	CAFile string `env:"KAFKA_CA_FILE"`
	// User logs in with SCRAM-SHA-512; what it may do is in deploy/kafka/acls.txt. A changed file of
	// the password takes effect with the next connection.
	User         string        `env:"KAFKA_USER"`
	Password     config.Secret `env:"KAFKA_PASSWORD"`
	PasswordFile string        `env:"KAFKA_PASSWORD_FILE"`
	// Replicas is how many brokers hold each partition of a topic that is made. 0 is as many as there
	// are at that moment, three at most.
	Replicas int `env:"KAFKA_REPLICAS"`

	transport *kafka.Transport // that of all when nil; tests have others
}

// Validate reports what is wrong with it.
func (c Config) Validate() error {
	if c.Replicas < 0 {
		return errors.New("KAFKA_REPLICAS must not be negative")
	}
	if c.User != "" && (c.CAFile == "" || c.Password == "") {
		return errors.New("KAFKA_USER needs KAFKA_PASSWORD, and KAFKA_CA_FILE so that no other reads that")
	}
	_, err := c.newTransport(dial.Connect)
	return err
}

// The bounds of connecting to a broker, and of one question to it. A connection on which no answer
// came in time is closed, and those that idle ones are closed by then, too: if their peers have
// vanished as well, each would cost one more request.
const (
	connectTimeout  = 5 * time.Second
	responseTimeout = 8 * time.Second
	maxIdle         = 5 * time.Second
)

// sharedTransports are the transports of all that write, ask or manage, by who they are: one in a
// program, several in tests.
var sharedTransports sync.Map

type identity struct {
	caFile, user string
	password     config.Secret
}

// Transport returns what connects all that write, ask or manage; c is valid.
func (c Config) Transport() *kafka.Transport {
	if c.transport != nil {
		return c.transport
	}
	who := identity{c.CAFile, c.User, c.Password}
	if known, ok := sharedTransports.Load(who); ok {
		return known.(*kafka.Transport)
	}
	made, err := c.newTransport(dial.Connect)
	if err != nil {
		panic(fmt.Errorf("the configuration was not validated: %w", err))
	}
	known, _ := sharedTransports.LoadOrStore(who, made)
	return known.(*kafka.Transport)
}

type dialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// newTransport looks at the cluster again each second: a broker that was away is back as soon as
// that, and not after the library's six seconds.
func (c Config) newTransport(dial dialFunc) (*kafka.Transport, error) {
	t := &kafka.Transport{Dial: dial, DialTimeout: connectTimeout, IdleTimeout: maxIdle, MetadataTTL: time.Second}
	if c.CAFile == "" {
		return t, nil
	}
	roots, err := mtls.ReadRoots(c.CAFile)
	if err != nil {
		return nil, fmt.Errorf("KAFKA_CA_FILE: %w", err)
	}
	t.TLS = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots}
	if c.User == "" {
		return t, nil
	}
	password, err := config.NewReloader("KAFKA_PASSWORD", config.SecretLoader(c.Password, c.PasswordFile,
		func(s config.Secret) (config.Secret, error) { return s, nil }))
	t.SASL = login{c.User, password}
	return t, err
}

// login is SCRAM with the password of now.
type login struct {
	user     string
	password *config.Reloader[config.Secret]
}

// Name implements sasl.Mechanism.
func (login) Name() string { return scram.SHA512.Name() }

// Start implements sasl.Mechanism.
func (l login) Start(ctx context.Context) (sasl.StateMachine, []byte, error) {
	mechanism, err := scram.Mechanism(scram.SHA512, l.user, l.password.Load().Reveal())
	if err != nil {
		return nil, nil, err
	}
	return mechanism.Start(ctx)
}

// dialer connects readers.
func (c Config) dialer() *kafka.Dialer {
	t := c.Transport()
	return &kafka.Dialer{Timeout: connectTimeout, DialFunc: t.Dial, TLS: t.TLS, SASLMechanism: t.SASL}
}

func newClient(c Config) *kafka.Client {
	return &kafka.Client{Addr: kafka.TCP(c.Brokers...), Timeout: responseTimeout, Transport: c.Transport()}
}

// maxWriteBytes bounds one request to one partition; brokers take 1 MiB unless told otherwise.
const maxWriteBytes = 1 << 20

// newWriter writes with every replica's word and keeps the order of a key. A write ends within
// responseTimeout, with a response or without: callers retry. Attempts of the library would go on
// when no caller waits for them any more, and pile up behind a broker that hangs.
func newWriter(c Config) *kafka.Writer {
	return &kafka.Writer{
		Addr:         kafka.TCP(c.Brokers...),
		Transport:    c.Transport(),
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

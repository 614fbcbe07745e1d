package backing

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"os"
	"strconv"

	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kfake"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/ports"
)

// Broker is the embedded development broker: one node that speaks Kafka's protocol and keeps its
// log in a folder. It is for laptops and tests; a cluster brings Apache Kafka.
type Broker struct {
	Dir  string // made when absent
	Port int
	// Advertised is the port that clients get, when a proxy is in front.
	Advertised int
	// Lasting writes each batch through to the disk before it is acknowledged. Without it a killed
	// process loses nothing either, only a power failure does.
	Lasting bool
}

// Address is where clients connect, host:port.
func (b Broker) Address() string { return ports.Address(cmp.Or(b.Advertised, b.Port)) }

// Spec says how to run the broker: as this same program's sub-command "broker", so that it lives
// and dies apart from the supervisor.
func (b Broker) Spec() (process.Spec, error) {
	self, err := os.Executable()
	if err != nil {
		return process.Spec{}, fmt.Errorf("find our own program: %w", err)
	}
	return process.Spec{
		Name: "broker",
		Command: []string{
			self, "broker", "--data", b.Dir, "--port", strconv.Itoa(b.Port), "--advertised", strconv.Itoa(b.Advertised),
			"--lasting=" + strconv.FormatBool(b.Lasting),
		},
		Ready: b.checkReady,
	}, nil
}

func (b Broker) checkReady(ctx context.Context) error {
	conn, err := kafka.DialContext(ctx, "tcp", ports.Address(b.Port))
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.ApiVersions()
	return err
}

// Serve runs the broker in this process until ctx ends; its snapshots are then written, so the next
// start need not replay the log.
func (b Broker) Serve(ctx context.Context) error {
	if err := os.MkdirAll(b.Dir, 0o755); err != nil {
		return err
	}
	options := []kfake.Opt{
		kfake.NumBrokers(1),
		kfake.Ports(b.Port), // clients remember the address over restarts
		kfake.DataDir(b.Dir),
		// Old segments are removed only when this comes round, and its default is an hour.
		kfake.BrokerConfigs(map[string]string{"log.cleaner.backoff.ms": "60000"}),
	}
	if b.Lasting {
		options = append(options, kfake.SyncWrites())
	}
	if b.Advertised != 0 {
		options = append(options, kfake.ListenFn(b.listenAsProxied))
	}
	cluster, err := kfake.NewCluster(options...)
	if err != nil {
		return fmt.Errorf("start the broker in %s: %w", b.Dir, err)
	}
	<-ctx.Done()
	cluster.Close()
	return nil
}

// listenAsProxied listens at the broker's port and says that it was the advertised one: kfake tells
// clients what its listener says.
func (b Broker) listenAsProxied(network, address string) (net.Listener, error) {
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, err
	}
	return proxyListener{l, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: b.Advertised}}, nil
}

type proxyListener struct {
	net.Listener
	advertised net.Addr
}

func (b proxyListener) Addr() net.Addr { return b.advertised }

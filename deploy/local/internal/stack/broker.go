package stack

import (
	"context"
	"path/filepath"

	"mcwick.example/deploy/local/internal/backing"
	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/process"
	"mcwick.example/deploy/local/internal/supervisor"
	"mcwick.example/deploy/local/ports"
)

func (s *Stack) broker() backing.Broker {
	b := backing.Broker{Dir: s.Folder("broker"), Port: s.port(ports.Broker), Lasting: true}
	if s.replicated() {
		b.Port, b.Advertised = s.port(ports.BrokerProxied), b.Port
	}
	return b
}

func (s *Stack) ownBroker() bool { return s.brokers() == s.broker().Address() }

// startBroker starts the built-in broker, or Apache Kafka in its place when that is wanted and can
// be had.
func (s *Stack) startBroker(ctx context.Context, sup *supervisor.Supervisor, out *console.Console) error {
	broker := s.broker()
	if !s.settings.Kafka {
		return start(ctx, sup, broker.Spec)
	}
	jars, err := backing.KafkaJars(ctx, filepath.Join(s.root, "tools/kafka/pom.xml"),
		filepath.Join(s.root, ".local/apache-kafka"))
	if err != nil {
		out.Progress("not run: Apache Kafka, the built-in broker takes its place: %v", err)
		return start(ctx, sup, broker.Spec)
	}
	kafka := backing.Kafka{
		Dir: s.Folder("kafka"), Jars: jars, Port: broker.Port, Advertised: broker.Advertised,
		Controller: s.port(ports.KafkaController),
	}
	return start(ctx, sup, func() (process.Spec, error) { return kafka.Spec(ctx) })
}

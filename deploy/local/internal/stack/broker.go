package stack

import (
	"context"
	"fmt"
	"path/filepath"

	"mcwick.example/deploy/internal/process"
	kafkaaccess "mcwick.example/deploy/kafka"
	"mcwick.example/deploy/local/internal/backing"
	"mcwick.example/deploy/local/internal/console"
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

// secureBroker reports whether programs log in at the broker and may there what access control lists
// say. Only Apache Kafka has that.
func (s *Stack) secureBroker() bool { return s.settings.Secure && s.settings.Kafka }

// brokerSecret is the name of the file with a program's password at the broker.
func brokerSecret(program string) string { return "broker-" + program }

// brokerAccess tells a program where the broker is, and who it is there.
func (s *Stack) brokerAccess(program string) []string {
	if !s.secureBroker() {
		return []string{"KAFKA_BROKERS=" + s.brokers()}
	}
	return []string{
		"KAFKA_BROKERS=" + s.address(ports.BrokerSecure), "KAFKA_CA_FILE=" + s.Authority(), "KAFKA_USER=" + program,
		"KAFKA_PASSWORD_FILE=" + s.Folder("secrets/"+brokerSecret(program)),
	}
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
	if err != nil && s.secureBroker() {
		return fmt.Errorf("--secure with --apache-kafka has no other broker: %w", err)
	}
	if err != nil {
		out.Progress("not run: Apache Kafka, the built-in broker takes its place: %v", err)
		return start(ctx, sup, broker.Spec)
	}
	kafka := backing.Kafka{
		Dir: s.Folder("kafka"), Jars: jars, Port: broker.Port, Advertised: broker.Advertised,
		Controller: s.port(ports.KafkaController),
	}
	if !s.secureBroker() {
		return start(ctx, sup, func() (process.Spec, error) { return kafka.Spec(ctx) })
	}
	kafka.Secure, kafka.Certificates = s.port(ports.BrokerSecure), s.certificates("kafka")
	if err := start(ctx, sup, func() (process.Spec, error) { return kafka.Spec(ctx) }); err != nil {
		return err
	}
	passwords := make(map[string]string)
	for _, svc := range append(s.services(), s.gateway()) {
		passwords[svc.name] = s.secrets[brokerSecret(svc.name)]
	}
	return kafkaaccess.Secure(ctx, kafka.Address(), passwords)
}

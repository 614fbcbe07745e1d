package backing

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/ports"
)

// Kafka is one node of Apache Kafka, broker and controller in one Java process. It is the second
// opinion of the event tests: it starts in seconds and keeps nothing that was not written to its
// folder.
type Kafka struct {
	Dir  string // made when absent
	Jars string // as KafkaJars gives it
	Port int
	// Advertised is the port that clients get, when a proxy is in front.
	Advertised int
	// Secure is the port for those who log in: with TLS, SCRAM-SHA-512 and what access control lists
	// allow. At the other port anybody may do anything. 0 is no such port.
	Secure int
	// Certificates is the folder of the certificate that the secure port has, as package mtls issues it.
	Certificates string
	// Controller is the port on which the node talks to itself.
	Controller int
}

// KafkaJars gives the folder with the jars that a Maven project names, below cache; the first time
// it copies them there, which takes as long as some 50 MB take. The error says what is missing.
func KafkaJars(ctx context.Context, pom, cache string) (string, error) {
	for _, program := range []string{"java", "mvn"} {
		if _, err := exec.LookPath(program); err != nil {
			return "", fmt.Errorf("%s is not installed", program)
		}
	}
	project, err := os.ReadFile(pom)
	if err != nil {
		return "", err
	}
	if cache, err = filepath.Abs(cache); err != nil { // Maven would take it from the project's folder
		return "", err
	}
	sum := sha256.Sum256(project)
	jars := filepath.Join(cache, hex.EncodeToString(sum[:6]))
	if _, err := os.Stat(jars); err == nil {
		return jars, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	part, err := os.MkdirTemp(cache, "part-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	mvn := exec.CommandContext(ctx, "mvn", "--quiet", "--batch-mode", "--file", pom, "dependency:copy-dependencies",
		"-DoutputDirectory="+part)
	if out, err := mvn.CombinedOutput(); err != nil {
		return "", fmt.Errorf("fetch the jars: %w\n%s", err, out)
	}
	if err := os.Rename(part, jars); err != nil { // whole or not at all; another run may have been first
		if _, there := os.Stat(jars); there != nil {
			return "", err
		}
	}
	return jars, nil
}

// Address is where clients connect, host:port.
func (k Kafka) Address() string { return ports.Address(cmp.Or(k.Advertised, k.Port)) }

// Spec formats a new folder (about two seconds) and says how to run the node. Nothing of it is needed
// later, so it is killed in the end.
func (k Kafka) Spec(ctx context.Context) (process.Spec, error) {
	if err := os.MkdirAll(k.Dir, 0o755); err != nil {
		return process.Spec{}, err
	}
	properties, logging := filepath.Join(k.Dir, "server.properties"), filepath.Join(k.Dir, "log4j.properties")
	if err := os.WriteFile(properties, []byte(k.properties()), 0o600); err != nil {
		return process.Spec{}, err
	}
	if err := k.writeKeyStore(); err != nil {
		return process.Spec{}, err
	}
	if err := os.WriteFile(logging, []byte(kafkaLogging), 0o600); err != nil {
		return process.Spec{}, err
	}
	java := func(class string, arguments ...string) []string {
		return append([]string{
			"java", "-Xms128m", "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", // quick to start, small
			"-Dlog4j.configuration=file:" + logging, "-cp", k.Jars + "/*", class,
		}, arguments...)
	}
	format := java("kafka.tools.StorageTool", "format", "--ignore-formatted", "-t", "bWN3aWNrLXRlc3RzLTAwMQ", "-c",
		properties)
	if out, err := exec.CommandContext(ctx, format[0], format[1:]...).CombinedOutput(); err != nil {
		return process.Spec{}, fmt.Errorf("format %s: %w\n%s", k.Dir, err, out)
	}
	return process.Spec{
		Name: "kafka", Command: java("kafka.Kafka", properties), Dir: k.Dir,
		Env:        []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "LC_ALL=C.UTF-8"}, // for folders whose name is not ASCII,
		StopSignal: syscall.SIGKILL, Ready: Broker{Port: k.Port}.checkReady, ReadyTimeout: kafkaReadyTimeout,
		Silent: true,
	}, nil
}

// kafkaReadyTimeout is for machines that do much else at a time: it takes four seconds on one that
// does not.
const kafkaReadyTimeout = 2 * time.Minute

// kafkaLogging writes what is wrong to standard output.
const kafkaLogging = `
log4j.rootLogger=WARN, stdout
log4j.appender.stdout=org.apache.log4j.ConsoleAppender
log4j.appender.stdout.layout=org.apache.log4j.PatternLayout
log4j.appender.stdout.layout.ConversionPattern=%p %m (%c)%n
`

func (k Kafka) properties() string {
	controller := ports.Address(k.Controller)
	listening, advertised, protocols := k.listeners()
	return strings.Join([]string{
		"process.roles=broker,controller",
		"node.id=1",
		"controller.quorum.voters=1@" + controller,
		"controller.listener.names=CONTROLLER",
		"listeners=" + listening + ",CONTROLLER://" + controller,
		"advertised.listeners=" + advertised,
		"listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT" + protocols,
		"inter.broker.listener.name=PLAINTEXT",
		"log.dirs=" + filepath.Join(k.Dir, "data"),
		"auto.create.topics.enable=false", // as in a cluster: topics are declared
		// One node can be its own only replica.
		"offsets.topic.num.partitions=3",
		"offsets.topic.replication.factor=1",
		"transaction.state.log.replication.factor=1",
		"transaction.state.log.min.isr=1",
		"group.initial.rebalance.delay.ms=0", // the default waits three seconds for more members
		k.security(),
	}, "\n") + "\n"
}

// keyStore is the file with the key and the certificate of the secure port.
func (k Kafka) keyStore() string { return filepath.Join(k.Dir, "keystore.pem") }

func (k Kafka) writeKeyStore() error {
	if k.Secure == 0 {
		return nil
	}
	key, errKey := os.ReadFile(filepath.Join(k.Certificates, "tls.key"))
	certificate, errCertificate := os.ReadFile(filepath.Join(k.Certificates, "tls.crt"))
	return errors.Join(errKey, errCertificate, os.WriteFile(k.keyStore(), append(key, certificate...), 0o600))
}

// security are the properties of the secure port.
func (k Kafka) security() string {
	if k.Secure == 0 {
		return ""
	}
	return strings.Join([]string{
		"sasl.enabled.mechanisms=SCRAM-SHA-512",
		"listener.name.secure.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;",
		"listener.name.secure.ssl.keystore.type=PEM",
		"listener.name.secure.ssl.keystore.location=" + k.keyStore(),
		"authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
		"super.users=User:ANONYMOUS",
	}, "\n")
}

// listeners are the properties of the ports for clients, and how the second is spoken to.
func (k Kafka) listeners() (listening, advertised, protocols string) {
	listening, advertised = "PLAINTEXT://"+ports.Address(k.Port), "PLAINTEXT://"+k.Address()
	if k.Secure == 0 {
		return listening, advertised, ""
	}
	secure := ",SECURE://" + k.SecureAddress()
	return listening + secure, advertised + secure, ",SECURE:SASL_SSL"
}

// SecureAddress is where clients log in.
func (k Kafka) SecureAddress() string { return ports.Address(k.Secure) }

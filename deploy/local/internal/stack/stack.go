// Package stack is the whole platform on one machine: what it consists of, how it is built, and in
// which order it starts.
package stack

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"mcwick.example/deploy/local/internal/backing"
	"mcwick.example/deploy/local/ports"
)

// Settings are what the one who starts the stack may choose.
type Settings struct {
	Data   string // folder of everything that is kept
	Port   int    // of the gateway; 8080 when 0
	Offset int    // added to every port
	Key    string // of the real AI provider; see Demo
	Origin string // where the page is opened, when not at the gateway itself
	Pooled bool   // PgBouncer is between the services and PostgreSQL

	Kafka bool // Apache Kafka in place of the built-in broker, where Java and Maven are

	// Secure gives programs certificates, by which they know each other, PostgreSQL and Redis one each, and
	// databases a role that serves and changes no table; with Kafka, names at the broker too.
	Secure bool

	Replicas int    // of each service and the gateway; with more than one, all connections go through proxies
	Last     string // source tree of another release, with its programs in bin/; see control.go
	FromLast bool   // start as that release
}

// Stack is one platform: a source tree, a data folder and a range of ports.
type Stack struct {
	settings Settings
	root     string // of the source tree whose programs run
	home     string // of the source tree that we are in
	data     string // absolute
	secrets  map[string]string
}

// blockedPorts are the ports from 1024 on to which no browser connects:
// https://fetch.spec.whatwg.org/#port-blocking.
var blockedPorts = []int{
	1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
}

// New finds the source tree above the current folder and prepares the data folder. Secrets are made
// on the first start and kept.
func New(settings Settings) (*Stack, error) {
	if port := (&Stack{settings: settings}).gatewayPort(); slices.Contains(blockedPorts, port) {
		return nil, fmt.Errorf("no browser opens a page at port %d: take another --offset or --port", port)
	}
	root, err := sourceRoot()
	if err != nil {
		return nil, err
	}
	if settings.Last != "" {
		settings.Last = absolute(settings.Last)
	}
	data, err := filepath.Abs(settings.Data)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(data, 0o755); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	s := &Stack{settings: settings, root: root, home: root, data: data}
	names := []string{"postgres", s.deviceSecret(), "challenge-key", "demo-ai-key"}
	for _, svc := range s.services() { // without their passwords for once
		names = append(names, svc.name, brokerSecret(svc.name))
	}
	names = append(names, brokerSecret("gateway"))
	for _, name := range Operators {
		names = append(names, operatorSecret(name))
	}
	if err := s.checkProvider(); err != nil {
		return nil, err
	}
	if s.secrets, err = secrets(s.Folder("secrets"), names...); err != nil {
		return nil, err
	}
	return s, errors.Join(s.writeOperators(), s.writeSealKeys())
}

// Folder is a folder or file inside the data folder.
func (s *Stack) Folder(name string) string { return filepath.Join(s.data, name) }

// URL is the address of the gateway.
func (s *Stack) URL() string { return fmt.Sprintf("http://localhost:%d", s.gatewayPort()) }

func (s *Stack) gatewayPort() int {
	return cmp.Or(s.settings.Port, s.port(ports.Programs["gateway"].Calls))
}

func (s *Stack) origin() string { return cmp.Or(s.settings.Origin, s.URL()) }

func (s *Stack) port(usual int) int { return usual + s.settings.Offset }

func (s *Stack) address(usual int) string { return ports.Address(s.port(usual)) }

func (s *Stack) http(usual int) string { return "http://" + s.address(usual) }

func (s *Stack) postgres() backing.Postgres {
	return backing.Postgres{Dir: s.Folder("postgres"), Port: s.port(ports.Postgres), Password: s.secrets["postgres"],
		Lasting: true, Certificates: s.certificates("postgres")}
}

func (s *Stack) pgbouncer() backing.PgBouncer {
	users := maps.Clone(s.secrets)
	for name, password := range s.secrets {
		users[s.servingRole(name)] = password
	}
	return backing.PgBouncer{Dir: s.Folder("pgbouncer"), Port: s.port(ports.PgBouncer), Postgres: s.postgres(),
		Users: users, Certificates: s.certificates("pgbouncer")}
}

func (s *Stack) redis() backing.Redis {
	return backing.Redis{Dir: s.Folder("redis"), Port: s.port(ports.Redis), Certificates: s.certificates("redis")}
}

// Ports are those that must be free before anything starts. TLS_ADDR and the dev servers of remotes
// find out by themselves.
func (s *Stack) Ports() []ports.Port {
	all := []ports.Port{
		{Name: "postgres", Number: s.port(ports.Postgres)},
		{Name: "redis", Number: s.port(ports.Redis)},
		{Name: "traces", Number: s.port(ports.Traces)},
	}
	if s.settings.Pooled {
		all = append(all, ports.Port{Name: "pgbouncer", Number: s.port(ports.PgBouncer)})
	}
	for _, svc := range s.programs() {
		all = append(all, svc.ports...)
	}
	if s.settings.Origin == PageURL {
		all = append(all, ports.Port{Name: "page of make dev, which is not moved", Number: 5173})
	}
	if s.ownBroker() {
		all = append(all, ports.Port{Name: "broker", Number: s.broker().Port})
		if s.settings.Kafka {
			all = append(all, ports.Port{Name: "controller", Number: s.port(ports.KafkaController)},
				ports.Port{Name: "secure broker", Number: s.port(ports.BrokerSecure)})
		}
	}
	return append(all, s.replicaPorts()...)
}

func sourceRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("start this inside the source tree (no go.mod found)")
		}
		dir = filepath.Dir(dir)
	}
}

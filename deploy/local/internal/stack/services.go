package stack

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/local/internal/backing"
	"mcwick.example/deploy/local/ports"
	"mcwick.example/platform/lifecycle"
)

// service is one of our own programs.
type service struct {
	name      string
	pkg       string // Go package; the program in bin/ has its last element's name
	grpc      string // address of its calls
	operators string // address where it takes operators
	ready     string // address that answers 200 once it can be used
	database  bool   // it has one of its own name, migrated before it serves
	single    bool   // one process runs, also with replicas
	stage     int
	stop      time.Duration // how long its parts may take to stop, at most
	ports     []ports.Port
	env       []string
}

// A program is killed only when it had the time that its parts have to finish what they began.
const (
	stopService = lifecycle.StopTimeout + time.Second
	// and jobs that were begun: pictures up to the longest IMAGE_JOB_DEADLINE, videos up to theirs
	stopWorkers = stopService + 6*time.Minute
)

// services are all behind the gateway, which comes after them. All of it in one screen: what they
// get is what is written here, and PATH and its like from this process.
func (s *Stack) services() []service { return s.withNew(s.table()) }

func (s *Stack) table() []service {
	moderation := s.service("moderation", s.moderationProvider()...)
	checks := "MODERATION_ADDR=" + moderation.grpc
	if s.root != s.home && !exists(filepath.Join(s.root, "bin", moderation.name)) {
		checks = "MODERATION_ADDR=" + s.address(ports.Programs["generation"].Calls) // the last release asks generation
	}
	gallery := s.service("gallery")

	identity := s.service("identity",
		"PUBLIC_ORIGIN="+s.origin(),
		"CHALLENGE_KEY_FILE="+s.Folder("secrets/challenge-key"), checks,
	)

	media := s.service("media", append(inherit("VIDEO_SIZE", "VIDEO_WORKERS", "PURGE_KIND", "PURGE_URL",
		"PURGE_TOKEN_FILE"),
		"BLOB_URL=file://"+s.Folder("objects")+"?no_tmp_dir=true&metadata=skip&create_dir=true",
		"HTTP_ADDR="+s.address(ports.Programs["media"].Files), checks,
	)...)
	media.stop = stopWorkers
	media.ports = append(media.ports, ports.Port{Name: "media files", Number: s.port(ports.Programs["media"].Files)})

	generation := s.service("generation", append(s.provider(), "MEDIA_ADDR="+media.grpc, checks)...)
	generation.stage, generation.stop = stageCallers, stopWorkers

	wall := s.service("wall", checks)

	return []service{gallery, generation, identity, media, moderation, wall}
}

// programs lists all programs of the platform.
func (s *Stack) programs() []service {
	return append(s.services(), s.gateway(), s.demoAI(), s.console())
}

// newProgram is what every program of the table of ports has: a port for its calls, those for its health and its
// profiles, perhaps one for operators, and the trace receiver.
func (s *Stack) newProgram(name, pkg string, calls int) service {
	at := ports.Programs[name]
	p := service{
		name: name, pkg: pkg, ready: s.http(at.Operations) + "/readyz", stop: stopService,
		ports: []ports.Port{{Name: name, Number: calls},
			{Name: name + " operations", Number: s.port(at.Operations)},
			{Name: name + " profiles", Number: s.port(at.Operations + ports.ProfilesAfter)}},
		env: []string{
			"OPS_ADDR=" + s.address(at.Operations),
			"PPROF_ADDR=" + s.address(at.Operations+ports.ProfilesAfter),
			"OTEL_EXPORTER_OTLP_ENDPOINT=" + s.traceSink(),
		},
	}
	if at.Operators != 0 {
		p.operators = s.address(at.Operators)
		p.ports = append(p.ports, ports.Port{Name: name + " operators", Number: s.port(at.Operators)})
		p.env = append(p.env, "OPERATOR_ADDR="+p.operators, "OPERATORS_FILE="+s.Folder(operatorsFile))
	}
	return p
}

// service is what every service has beside: a database and its password, and the broker.
func (s *Stack) service(name string, more ...string) service {
	calls := ports.Programs[name].Calls
	svc := s.newProgram(name, "./services/"+name, s.port(calls))
	svc.grpc, svc.database, svc.stage = s.address(calls), true, stageServices
	svc.env = slices.Concat(svc.env, []string{
		"GRPC_ADDR=" + svc.grpc,
		"DATABASE_URL=" + s.database(name).URLFor(s.servingRole(name), s.secrets[name], name),
	}, s.brokerAccess(name), more, s.storeAccess("DATABASE"))
	if s.settings.Pooled {
		svc.env = append(svc.env,
			"DATABASE_POOLER_URL="+s.pgbouncer().URLFor(s.servingRole(name), s.secrets[name], name))
	}
	return svc
}

// gateway is the public edge; it gets the address of every service that it calls.
func (s *Stack) gateway() service {
	gateway := s.newProgram("gateway", "./gateway", s.gatewayPort())
	gateway.env = slices.Concat(gateway.env, inherit("MEDIA_BASE", "TLS_ADDR", "TLS_CERT_FILE", "TLS_KEY_FILE"),
		s.deviceKeys(), []string{
			"HTTP_ADDR=" + ports.Address(s.gatewayPort()),
			"PUBLIC_ORIGIN=" + s.origin(),
			"MEDIA_HTTP_URL=" + s.mediaFiles(),
			"STATIC_DIR=" + filepath.Join(s.root, "frontend/dist"),
			"PAGE_SIGNERS=" + s.pageKey(),
			"SITE_FILE=" + s.Folder("site.json"),
			"PINNED_CONTRACT=" + os.Getenv("PINNED_CONTRACT"),
			"REDIS_URL=" + s.cache().URL(),
			// It listens on this machine alone, so a client may send X-Forwarded-For: a tunnel, or
			// a test.
			"TRUSTED_PROXIES=" + fromEnvironment("TRUSTED_PROXIES", "127.0.0.0/8,::1/128"),
			"DEVICE_SETTLES_AFTER=" + fromEnvironment("DEVICE_SETTLES_AFTER", "0s"), // generous, as the limits are
			"MEDIA_ADDRESS_LIFETIME=" + fromEnvironment("MEDIA_ADDRESS_LIFETIME", "10m"),
			"LIMITS_FILE=" + fromEnvironment("LIMITS_FILE", filepath.Join(s.root, "deploy/local/limits.json")),
			"TRACE_VIEWER_URL=" + s.http(ports.Traces),
			"OTEL_TRACES_SAMPLER_ARG=" + fromEnvironment("OTEL_TRACES_SAMPLER_ARG", "1"),
		}, s.brokerAccess("gateway"), s.storeAccess("REDIS"))
	for _, svc := range s.services() {
		gateway.env = append(gateway.env, strings.ToUpper(svc.name)+"_ADDR="+svc.grpc)
	}
	return gateway
}

// console is where operators work in a browser. It asks the first replica of each gateway.
func (s *Stack) console() service {
	calls := ports.Programs["console"].Calls
	console := s.newProgram("console", "./console", s.port(calls))
	console.single = true
	console.env = append(console.env, "HTTP_ADDR="+s.address(calls),
		"PAGE_DIR="+filepath.Join(s.home, "frontend/console/dist"))
	for name, addresses := range s.OperatorAddresses() {
		address, _, _ := strings.Cut(addresses, ",")
		console.env = append(console.env, strings.ToUpper(name)+"_OPERATOR_ADDR="+address)
	}
	return console
}

// mediaFiles is where media serves the bytes of objects.
func (s *Stack) mediaFiles() string {
	plain := s.http(ports.Programs["media"].Files)
	if s.settings.Secure {
		return strings.Replace(plain, "http:", "https:", 1)
	}
	return plain
}

// ConsoleURL is where operators work in a browser.
func (s *Stack) ConsoleURL() string {
	return fmt.Sprintf("http://localhost:%d", s.port(ports.Programs["console"].Calls))
}

// A real broker or a real trace collector may take the place of the built-in ones.
func (s *Stack) brokers() string { return fromEnvironment("KAFKA_BROKERS", s.broker().Address()) }
func (s *Stack) traceSink() string {
	return fromEnvironment("OTEL_EXPORTER_OTLP_ENDPOINT", s.http(ports.Traces))
}

// inherit gives the variables that our own environment has.
func inherit(names ...string) (env []string) {
	for _, name := range names {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func fromEnvironment(name, otherwise string) string {
	return cmp.Or(os.Getenv(name), otherwise)
}

// inherited is what every program gets from ours. Anything else, above all a key in our
// environment, stays here.
var inherited = []string{"PATH", "HOME", "LANG", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "HTTPS_PROXY",
	"NO_PROXY", "LOG_LEVEL", "OTEL_METRICS_EXPORTER"}

func (s *Stack) environment(svc service) []string {
	env := append(inherit(inherited...), svc.env...)
	if s.settings.Secure {
		env = append(env, "MTLS_DIR="+s.certificates(svc.name))
	}
	return env
}

func (s *Stack) program(svc service) string {
	name := filepath.Base(svc.pkg)
	if path := filepath.Join(s.root, "bin", name); s.root == s.home || exists(path) {
		return path
	}
	return filepath.Join(s.home, "bin", name) // the last release has no such service
}

// hasMigrations reports whether a program migrates a database: each of this release does, whose service
// has one, and of the last release each that came with migrations.
func (s *Stack) hasMigrations(svc service) bool {
	if !strings.HasPrefix(s.program(svc), s.root) || s.root == s.home {
		return true
	}
	for _, depth := range []string{"*", "*/*"} {
		if found, _ := filepath.Glob(filepath.Join(s.root, svc.pkg, "internal", depth, "migrations")); len(found) > 0 {
			return true
		}
	}
	return false
}

// serve says how a service is run.
func (s *Stack) serve(svc service) process.Spec {
	return process.Spec{
		Name: svc.name, Command: []string{s.program(svc), "serve"}, Dir: s.root,
		Env:         s.environment(svc),
		Ready:       visitor.Ready(svc.ready),
		StopTimeout: svc.stop,
	}
}

// servingRole is the role of a service's database that serves.
func (s *Stack) servingRole(name string) string {
	if s.settings.Secure {
		return backing.ServingRole(name)
	}
	return name
}

// migrate says how a service's database is brought up to date, by the role that owns it.
func (s *Stack) migrate(svc service) process.Spec {
	env := s.environment(svc)
	if s.settings.Secure {
		env = append(env, "DATABASE_URL="+s.database(svc.name).URLFor(svc.name, s.secrets[svc.name], svc.name),
			"DATABASE_SERVING_ROLE="+s.servingRole(svc.name))
	}
	return process.Spec{
		Name: svc.name + "-db", Command: []string{s.program(svc), "migrate"}, Dir: s.root, Env: env,
	}
}

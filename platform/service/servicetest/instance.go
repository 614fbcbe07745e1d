// Package servicetest runs whole services in a test: their own parts, on the real ones, called over
// gRPC.
package servicetest

import (
	"context"
	"maps"
	"net"
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"

	"mcwick.example/platform/config"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service"
	"mcwick.example/platform/testkit"
)

// Instance is a service under test: its own parts on the real ones, called over gRPC. Any number
// can run at a time.
type Instance[C service.Configuration] struct {
	Environment config.Environment // what its configuration is read from when it starts
	Conn        *grpc.ClientConn   // to its gRPC port, also before it starts

	spec service.Spec[C]
}

// New prepares a service with addresses, a database that has its migrations, and a broker. The rest
// of its configuration is in more, which may name another DATABASE_URL.
func New[C service.Configuration](t testing.TB, spec service.Spec[C], more map[string]string) *Instance[C] {
	t.Helper()
	i := &Instance[C]{spec: spec, Environment: config.Environment{
		"GRPC_ADDR": testkit.FreeAddr(t), "OPS_ADDR": testkit.FreeAddr(t), "LOG_LEVEL": "error",
	}}
	database := more["DATABASE_URL"]
	if database == "" {
		database = testkit.DatabaseURL(t, spec.Schema)
	}
	i.Environment["DATABASE_URL"], i.Environment["DATABASE_POOLER_URL"] = database, testkit.PoolerURL(t, database)
	i.Environment["KAFKA_BROKERS"] = testkit.Kafka(t)[0]
	maps.Copy(i.Environment, more)
	i.Conn = i.dial(t)
	return i
}

func (i *Instance[C]) dial(t testing.TB) *grpc.ClientConn {
	t.Helper()
	conn, err := rpc.Dial(i.Environment["GRPC_ADDR"])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// Config reads the configuration from the environment, which must be valid.
func (i *Instance[C]) Config(t testing.TB) C {
	t.Helper()
	c, err := config.Parse[C](i.Environment)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Start runs the service until stop is called or the test ends, and waits until it is ready.
func (i *Instance[C]) Start(t testing.TB) (stop func()) {
	t.Helper()
	stop = i.run(t, i.spec.Serve)
	i.AwaitReady(t)
	return stop
}

// StartWorkers runs the service's workers alone, beside a service that was started, until stop is
// called or the test ends.
func (i *Instance[C]) StartWorkers(t testing.TB) (stop func()) {
	t.Helper()
	beside := *i
	beside.Environment = maps.Clone(i.Environment)
	beside.Environment["OPS_ADDR"] = testkit.FreeAddr(t)
	return beside.run(t, i.spec.Work)
}

func (i *Instance[C]) run(t testing.TB, parts service.Parts[C]) (stop func()) {
	t.Helper()
	c := i.Config(t)
	return testkit.RunCommand(t, func(ctx context.Context) error { return i.spec.Run(ctx, c, parts) })
}

// StartProcess runs a compiled program of the service in a process that kill, or the end of the
// test, kills.
func (i *Instance[C]) StartProcess(t testing.TB, program string) (kill func()) {
	t.Helper()
	kill = testkit.StartProgram(t, program, i.Variables()...)
	i.AwaitReady(t)
	return kill
}

// Variables is the environment as processes take it: NAME=value.
func (i *Instance[C]) Variables() (all []string) {
	for name, value := range i.Environment {
		all = append(all, name+"="+value)
	}
	return all
}

// AwaitReady waits until the service is ready and listens.
func (i *Instance[C]) AwaitReady(t testing.TB) {
	t.Helper()
	testkit.Eventually(t, "the service is ready", func() bool {
		r, err := http.Get(i.OpsURL("/readyz"))
		if err != nil {
			return false
		}
		r.Body.Close()
		conn, err := net.Dial("tcp", i.Environment["GRPC_ADDR"])
		if err != nil {
			return false
		}
		conn.Close()
		return r.StatusCode == http.StatusOK
	})
}

// OpsURL is the address of a path at the operations port.
func (i *Instance[C]) OpsURL(path string) string {
	return "http://" + i.Environment["OPS_ADDR"] + path
}

// Database opens a pool on the service's database, for a look behind the service.
func (i *Instance[C]) Database(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return testkit.Connect(t, i.Environment["DATABASE_URL"])
}

// DialOperator connects to the operators' port with a token. The environment has Operators.
func (i *Instance[C]) DialOperator(t testing.TB, token string) *grpc.ClientConn {
	t.Helper()
	conn, err := operator.Dial(i.Environment["OPERATOR_ADDR"], token, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

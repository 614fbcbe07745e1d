// Package servicetest runs a whole service in a test: its own main, on the real parts, called over gRPC.
package servicetest

import (
	"context"
	"io/fs"
	"net"
	"net/http"
	"os"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
)

// Run runs a service until the end of the test, as Environment and Await have it.
func Run(t testing.TB, serve func(ctx context.Context) error, migrations fs.FS, more map[string]string) *grpc.ClientConn {
	t.Helper()
	conn := Environment(t, migrations, more)
	testkit.Run(t, serve)
	Await(t)
	return conn
}

// Environment puts what every service is told into the test's environment, and more: addresses, a database of its own
// with the migrations, the broker. It gives a connection to the service, which is to be started.
func Environment(t testing.TB, migrations fs.FS, more map[string]string) *grpc.ClientConn {
	t.Helper()
	database := more["DATABASE_URL"]
	if database == "" {
		database = testkit.DatabaseURL(t, migrations)
	}
	testkit.Environment(t, map[string]string{
		"DATABASE_URL": database, "DATABASE_POOLER_URL": testkit.PoolerURL(t, database), "KAFKA_BROKERS": testkit.Kafka(t)[0],
	})
	return StatelessEnvironment(t, more)
}

// StatelessEnvironment puts what a service without a database is told into the test's environment, and more. It gives a connection to the
// service, which is to be started.
func StatelessEnvironment(t testing.TB, more map[string]string) *grpc.ClientConn {
	t.Helper()
	addr := testkit.FreeAddr(t)
	testkit.Environment(t, map[string]string{"GRPC_ADDR": addr, "OPS_ADDR": testkit.FreeAddr(t), "LOG_LEVEL": "error"})
	testkit.Environment(t, more)
	conn, err := rpc.Dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// Await waits until the service of the test's environment is ready and listens.
func Await(t testing.TB) {
	t.Helper()
	testkit.Eventually(t, "the service is ready", func() bool {
		r, err := http.Get("http://" + os.Getenv("OPS_ADDR") + "/readyz")
		if err != nil {
			return false
		}
		r.Body.Close()
		conn, err := net.Dial("tcp", os.Getenv("GRPC_ADDR"))
		if err != nil {
			return false
		}
		conn.Close()
		return r.StatusCode == http.StatusOK
	})
}

// Database opens a pool on the database of the test's environment, for a look behind the service.
func Database(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return testkit.Connect(t, os.Getenv("DATABASE_URL"))
}

// Package testkit gives tests the real parts: a PostgreSQL database of their own, the broker,
// Redis. `make test-go` starts one of each for the whole run and names them in the environment; a
// test that does not find them fails with the command that brings them.
package testkit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kfake"

	"mcwick.example/platform/config"
	"mcwick.example/platform/postgres"
)

// DiscardLog is a logger that says nothing.
func DiscardLog() *slog.Logger { return slog.New(slog.DiscardHandler) }

func requireVariable(t testing.TB, name string) string {
	t.Helper()
	v := os.Getenv(name)
	if v == "" {
		t.Fatalf("%s is not set: this test needs the real parts. Run: make test-go PKG=./path/to/package", name)
	}
	return v
}

// Kafka returns the brokers of the test run. Tests share them: use topics of your own.
func Kafka(t testing.TB) []string {
	t.Helper()
	return strings.Split(requireVariable(t, "TEST_KAFKA_BROKERS"), ",")
}

// OwnKafka returns a broker of this test alone, in memory: consumers of the same group in other tests
// take none of its events, so such tests run in parallel.
func OwnKafka(t testing.TB) []string {
	t.Helper()
	// Clients of a server that has stopped go on connecting to its port. Among those that the system chooses it
	// could become this broker's, which takes gRPC's first bytes for a length, and allocates 1.3 GB.
	addr := FreeAddr(t)
	broker, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.ListenFn(func(network, _ string) (net.Listener, error) {
		return new(net.ListenConfig).Listen(t.Context(), network, addr)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(broker.Close)
	return broker.ListenAddrs()
}

// ForEachBroker runs a test on the embedded broker and, when the run has one, on Apache Kafka, both
// at a time.
func ForEachBroker(t *testing.T, test func(t *testing.T, brokers []string)) {
	t.Helper()
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		test(t, Kafka(t))
	})
	if brokers := os.Getenv("TEST_APACHE_KAFKA_BROKERS"); brokers != "" {
		t.Run("apache kafka", func(t *testing.T) {
			t.Parallel()
			Eventually(t, "Apache Kafka answers", func() bool { // it starts beside the tests
				conn, err := kafka.DialContext(t.Context(), "tcp", brokers)
				if err == nil {
					_, err = conn.ApiVersions()
					conn.Close()
				}
				return err == nil
			})
			test(t, []string{brokers})
		})
	}
}

// Redis returns the address of the test Redis. Tests share it: use keys of your own.
func Redis(t testing.TB) string {
	t.Helper()
	return requireVariable(t, "TEST_REDIS_URL")
}

// UniqueName makes a name that no other test uses.
func UniqueName(prefix string) string { return prefix + uuid.NewString()[:8] }

// Database returns a database that has the schema, of this test alone. It is copied from a
// template that is made once for each schema, and dropped at the end.
func Database(t testing.TB, schema postgres.Schema) *pgxpool.Pool {
	t.Helper()
	return Connect(t, DatabaseURL(t, schema))
}

// Connect opens a pool like a service's on the database at u, closed at the end of the test.
func Connect(t testing.TB, u string) *pgxpool.Pool {
	t.Helper()
	pool, err := postgres.Open(t.Context(),
		postgres.Config{URL: config.Secret(u), PoolerURL: config.Secret(PoolerURL(t, u)), PoolSize: 16})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// ConnectWithTimeout is Connect for a pool whose statements may take that long, instead of 10 s.
func ConnectWithTimeout(t testing.TB, u string, statement time.Duration) *pgxpool.Pool {
	t.Helper()
	c, err := pgxpool.ParseConfig(u)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(c.ConnConfig.RuntimeParams, postgres.SessionSettings)
	c.ConnConfig.RuntimeParams["statement_timeout"] = strconv.FormatInt(statement.Milliseconds(), 10)
	pool, err := pgxpool.NewWithConfig(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// PoolerURL is the address of a test's database behind the pooler, when the tests are to run
// through one, and empty otherwise.
func PoolerURL(t testing.TB, u string) string {
	t.Helper()
	pooler := os.Getenv("TEST_PGBOUNCER")
	through, err := url.Parse(u)
	if err != nil {
		t.Fatal(err)
	}
	direct, err := url.Parse(requireVariable(t, "TEST_POSTGRES_URL"))
	if err != nil {
		t.Fatal(err)
	}
	if pooler == "" || through.Host != direct.Host { // such as a proxy in front of it
		return ""
	}
	through.Host = pooler
	return through.String()
}

// DatabaseURL is Database for tests that open the connections themselves.
func DatabaseURL(t testing.TB, schema postgres.Schema) string {
	t.Helper()
	server := requireVariable(t, "TEST_POSTGRES_URL")
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), waitTimeout)
	defer cancel()
	admin, err := pgx.Connect(ctx, server)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(ctx)

	template := templateName(t, schema)
	// One process makes the template, the others wait for it.
	lock := int64(len(template))<<32 | int64(template[len(template)-1])
	execute(t, ctx, admin, `SELECT pg_advisory_lock($1)`, lock)
	var exists bool
	if err := admin.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`,
		template).Scan(&exists); err != nil {
		t.Fatal(err)
	}
	if !exists {
		makeTemplate(t, ctx, admin, server, template, schema)
	}
	name := UniqueName("test_")
	execute(t, ctx, admin, fmt.Sprintf(`CREATE DATABASE %s TEMPLATE %s STRATEGY file_copy`, name, template))
	execute(t, ctx, admin, `SELECT pg_advisory_unlock($1)`, lock)
	t.Cleanup(func() { dropDatabase(t, server, name) })
	return databaseURL(t, server, name)
}

func makeTemplate(t testing.TB, ctx context.Context, admin *pgx.Conn, server, template string, schema postgres.Schema) {
	t.Helper()
	making := UniqueName("making_")
	execute(t, ctx, admin, `CREATE DATABASE `+making)
	c := postgres.Config{URL: config.Secret(databaseURL(t, server, making)), PoolSize: 2}
	if err := postgres.Migrate(ctx, DiscardLog(), c, schema, ""); err != nil {
		t.Fatal(err)
	}
	execute(t, ctx, admin, fmt.Sprintf(`ALTER DATABASE %s RENAME TO %s`, making, template))
}

func execute(t testing.TB, ctx context.Context, db Executor, sql string, args ...any) {
	t.Helper()
	if _, err := db.Exec(ctx, sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func dropDatabase(t testing.TB, server, name string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // it waits for a checkpoint
	defer cancel()
	admin, err := pgx.Connect(ctx, server)
	if err != nil {
		t.Error(err)
		return
	}
	defer admin.Close(ctx)
	execute(t, ctx, admin, `DROP DATABASE `+name+` WITH (FORCE)`)
}

// templateName names a schema by its content.
func templateName(t testing.TB, schema postgres.Schema) string {
	t.Helper()
	h := sha256.New()
	for _, tables := range schema {
		fmt.Fprintf(h, "%s\n", tables.Versions)
		err := fs.WalkDir(tables.Files, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := fs.ReadFile(tables.Files, path)
			fmt.Fprintf(h, "%s %d\n%s", path, len(b), b)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return "template_" + hex.EncodeToString(h.Sum(nil)[:8])
}

func databaseURL(t testing.TB, server, name string) string {
	t.Helper()
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	q := u.Query()
	q.Set("connect_timeout", "30") // seconds: a process may have no time for a few
	u.RawQuery = q.Encode()
	return u.String()
}

// waitTimeout is how long a test waits for what takes milliseconds: a machine that runs all tests at once
// is slow, and who waits for what never comes loses this time once.
const waitTimeout = 2 * time.Minute

// Eventually waits until check succeeds and fails the test when it has not after two minutes. It is for
// what happens in another goroutine or process; the message says what was waited for.
func Eventually(t testing.TB, what string, check func() bool) {
	t.Helper()
	awaitCondition(t, waitTimeout, what, check)
}

// EventuallyWithin is Eventually for what takes longer by its own bounds.
func EventuallyWithin(t testing.TB, d time.Duration, what string, check func() bool) {
	t.Helper()
	awaitCondition(t, d, what, check)
}

func awaitCondition(t testing.TB, d time.Duration, what string, check func() bool) {
	t.Helper()
	deadline := time.NewTimer(d)
	defer deadline.Stop()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !check() {
		select {
		case <-deadline.C:
			if !check() { // this process may have had no time for it
				t.Fatalf("still not so after %s: %s", d, what)
			}
			return
		case <-tick.C:
		}
	}
}

package backing

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/segmentio/kafka-go"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/ports"
	"mcwick.example/platform/mtls"
)

func port(t *testing.T) int {
	t.Helper()
	free, err := ports.Free(1)
	if err != nil {
		t.Fatal(err)
	}
	return free[0]
}

// folder is a temporary folder that every account may pass through, unlike t.TempDir's.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "mcwick-backing-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func run(t *testing.T, spec process.Spec) *process.Process {
	t.Helper()
	p, err := process.Start(spec, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Kill(); <-p.Done() })
	if err := p.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p Postgres) runFor(t *testing.T) *process.Process {
	t.Helper()
	spec, err := p.Spec(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return run(t, spec)
}

func TestPostgres(t *testing.T) {
	ctx := t.Context()

	t.Run("runs_below_a_folder_that_is_closed_to_others", func(t *testing.T) {
		closed := t.TempDir()
		if err := os.Chmod(closed, 0o700); err != nil {
			t.Fatal(err)
		}
		pg := Postgres{Dir: filepath.Join(closed, "postgres"), Port: port(t), Password: "closed"}
		pg.runFor(t)
		if err := pg.Database(ctx, "gallery", "password"); err != nil {
			t.Fatal(err)
		}
		pooler := PgBouncer{Dir: filepath.Join(closed, "pgbouncer"), Port: port(t), Postgres: pg,
			Users: map[string]string{superuser: pg.Password}}
		spec, err := pooler.Spec()
		if err != nil {
			t.Fatal(err)
		}
		run(t, spec) // ready when a client has logged in
	})

	t.Run("a_service_database_outlives_a_killed_server", func(t *testing.T) {
		pg := Postgres{Dir: filepath.Join(folder(t), "postgres"), Port: port(t), Password: "o'ne", Lasting: true}
		server := pg.runFor(t)
		for range 2 { // the second time it is there already
			if err := pg.Database(ctx, "gallery", "pass word"); err != nil {
				t.Fatal(err)
			}
		}
		url := pg.URLFor("gallery", "pass word", "gallery")
		query(t, ctx, url, "CREATE TABLE kept AS SELECT 1 AS n")
		server.Kill()
		<-server.Done()
		pg.runFor(t)
		query(t, ctx, url, "SELECT n FROM kept")
	})

	t.Run("a_folder_that_only_we_can_reach_will_do", func(t *testing.T) {
		dir := folder(t)
		if err := os.Chmod(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		pg := Postgres{Dir: filepath.Join(dir, "postgres"), Port: port(t), Password: "one"}
		if err := pg.runFor(t).Stop(); err != nil {
			t.Error(err)
		}
	})
}

func TestInterruptedFirstStartIsRepeated(t *testing.T) {
	pg := Postgres{Port: port(t), Password: "one"}
	var err error
	for err == nil { // on a busy machine the interruption may come too late
		pg.Dir = filepath.Join(folder(t), "postgres")
		err = interrupt(t, pg)
	}
	if _, err := os.Stat(pg.data()); err == nil {
		t.Error("half a folder is taken for a whole one")
	}
	pg.runFor(t)
}

// interrupt prepares the folder until initdb has written PG_VERSION, which it does before all else.
func interrupt(t *testing.T, pg Postgres) error {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if files, _ := filepath.Glob(filepath.Join(pg.Dir, "*", "PG_VERSION")); len(files) > 0 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	_, err := pg.Spec(ctx)
	return err
}

// A server whose folder was restored from a backup answers reads before it takes writes.
// Verifies OPS-14.
func TestPostgresIsVerifiedInAnyFolder(t *testing.T) {
	pg := Postgres{Dir: filepath.Join(folder(t), "a b é/postgres"), Port: port(t), Password: "one"}
	pg.Certificates = filepath.Join(t.TempDir(), "a b é")
	authority, err := mtls.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	if err := authority.Issue(pg.Certificates, "postgres", "127.0.0.1"); err != nil {
		t.Fatal(err)
	}
	pg.runFor(t) // ready when a client has verified it
}

func TestRecoveringPostgresIsNotReady(t *testing.T) {
	pg := Postgres{Dir: filepath.Join(folder(t), "postgres"), Port: port(t), Password: "one"}
	if err := pg.runFor(t).Stop(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(pg.data(), "standby.signal"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	spec, err := pg.Spec(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	spec.Ready = func(ctx context.Context) error {
		conn, err := pgx.Connect(ctx, pg.URL(superuser))
		if err != nil {
			return err
		}
		return conn.Close(ctx)
	}
	run(t, spec)
	if err := pg.checkReady(t.Context()); err == nil {
		t.Error("it is ready while it replays")
	}
	query(t, t.Context(), pg.URL(superuser), "SELECT pg_promote()")
	if err := pg.checkReady(t.Context()); err != nil {
		t.Error(err)
	}
}

func query(t *testing.T, ctx context.Context, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Errorf("%s: %v", sql, err)
	}
}

func TestRedis(t *testing.T) {
	spec, err := Redis{Dir: t.TempDir(), Port: port(t)}.Spec()
	if err != nil {
		t.Fatal(err)
	}
	if err := run(t, spec).Stop(); err != nil {
		t.Error(err)
	}
}

// serveFor runs the broker in this process until stop is called.
func (b Broker) serveFor(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Serve(ctx) }()
	for b.checkReady(t.Context()) != nil {
		select {
		case err := <-ended:
			t.Fatalf("Serve() = %v", err)
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		default:
		}
	}
	return func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func TestBrokerAdvertisesProxyAddress(t *testing.T) {
	b := Broker{Dir: t.TempDir(), Port: port(t), Advertised: port(t)}
	defer b.serveFor(t)()
	conn, err := kafka.DialContext(t.Context(), "tcp", ports.Address(b.Port))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	brokers, err := conn.Brokers()
	if err != nil || len(brokers) != 1 || brokers[0].Port != b.Advertised {
		t.Errorf("clients get %v, %v", brokers, err)
	}
}

func TestBroker(t *testing.T) {
	b := Broker{Dir: t.TempDir(), Port: port(t), Lasting: true}
	stop := b.serveFor(t)
	conn, err := kafka.DialContext(t.Context(), "tcp", b.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.CreateTopics(kafka.TopicConfig{Topic: "kept", NumPartitions: 1, ReplicationFactor: 1}); err != nil {
		t.Fatal(err)
	}
	writer := &kafka.Writer{Addr: kafka.TCP(b.Address()), RequiredAcks: kafka.RequireAll, BatchSize: 1}
	defer writer.Close()
	if err := writer.WriteMessages(t.Context(), kafka.Message{Topic: "kept", Value: []byte("still here")}); err != nil {
		t.Fatal(err)
	}
	stop()

	stop = b.serveFor(t)
	defer stop()
	reader := kafka.NewReader(kafka.ReaderConfig{Brokers: []string{b.Address()}, Topic: "kept", MaxBytes: 1 << 20,
		MaxWait: 100 * time.Millisecond})
	defer reader.Close()
	message, err := reader.ReadMessage(t.Context())
	if err != nil || string(message.Value) != "still here" {
		t.Errorf("after a restart: %q, %v", message.Value, err)
	}
}

func TestKafkaWithoutJavaFails(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	cache := filepath.Join(t.TempDir(), "jars")
	if _, err := KafkaJars(t.Context(), "pom.xml", cache); err == nil || err.Error() != "java is not installed" {
		t.Errorf("KafkaJars() = %v", err)
	}
	if _, err := os.Stat(cache); err == nil {
		t.Error("a folder was made for nothing")
	}
}

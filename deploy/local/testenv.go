package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/internal/backing"
	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/supervisor"
	"mcwick.example/deploy/local/ports"
	"mcwick.example/platform/mtls"
	"mcwick.example/platform/postgres"
)

// testenv runs a command with a PostgreSQL, a Redis and a broker of its own, on free ports and in a
// folder that is removed afterwards. The command finds them in TEST_POSTGRES_URL (the superuser's,
// database postgres), TEST_REDIS_URL and TEST_KAFKA_BROKERS.
//
// With --apache-kafka there is one of those too, in TEST_APACHE_KAFKA_BROKERS, when Java and the
// jars can be had; the command need not wait until it is ready. Its port in TEST_APACHE_KAFKA_SECURE is
// for those who log in, over TLS with the authority in TEST_APACHE_KAFKA_CA. With --pgbouncer there is one of
// those in front of PostgreSQL, in TEST_PGBOUNCER. With --lasting PostgreSQL writes through to the
// disk as it does for visitors, which benchmarks of writes need and tests do without.
func testenv(ctx context.Context, arguments []string) (err error) {
	flags := flag.NewFlagSet("testenv", flag.ContinueOnError)
	lasting := flags.Bool("lasting", false, "let PostgreSQL write through to the disk, for benchmarks")
	pooled := flags.Bool("pgbouncer", false, "let the services' queries go through PgBouncer, in transaction mode")
	second := flags.Bool("apache-kafka", false, "also start Apache Kafka, when Java and Maven are there")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	arguments = flags.Args()
	if len(arguments) == 0 {
		return errors.New("usage: local testenv [flags] -- command …")
	}
	root := os.TempDir()
	if !*lasting {
		root = fastestFolder()
	}
	dir, err := os.MkdirTemp(root, "mcwick-test-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs under another account when we are root
		return err
	}
	free, err := ports.Free(7)
	if err != nil {
		return err
	}
	pg := backing.Postgres{Dir: filepath.Join(dir, "postgres"), Port: free[0], Password: "test", Lasting: *lasting}
	cache := backing.Redis{Dir: filepath.Join(dir, "redis"), Port: free[1]}
	log := backing.Broker{Dir: filepath.Join(dir, "broker"), Port: free[2]}

	out := console.ForTerminal()
	s, err := supervisor.New(out, filepath.Join(dir, "logs"), false)
	if err != nil {
		return err
	}
	defer s.StopAll()
	if err := startTogether(ctx, s,
		func() (process.Spec, error) { return pg.Spec(ctx) }, cache.Spec, log.Spec); err != nil {
		return err
	}
	environment := []string{
		"TEST_POSTGRES_URL=" + pg.URL("postgres"),
		"TEST_REDIS_URL=" + cache.URL(),
		"TEST_KAFKA_BROKERS=" + log.Address(),
	}
	if *pooled {
		pooler := backing.PgBouncer{Dir: filepath.Join(dir, "pgbouncer"), Port: free[5], Postgres: pg,
			Users: map[string]string{"postgres": "test"}}
		if err := pg.SetSession(ctx, "postgres", postgres.SessionSettings); err != nil {
			return err
		}
		if err := startTogether(ctx, s, pooler.Spec); err != nil {
			return err
		}
		environment = append(environment, "TEST_PGBOUNCER="+pooler.Address())
	}
	if *second {
		kafka := backing.Kafka{Dir: filepath.Join(dir, "kafka"), Port: free[3], Controller: free[4], Secure: free[6],
			Certificates: filepath.Join(dir, "kafka-certificates")}
		authority, err := mtls.NewAuthority()
		if err == nil {
			err = authority.Issue(kafka.Certificates, "kafka", "127.0.0.1", "localhost")
		}
		if err != nil {
			return err
		}
		started, err := startBeside(ctx, s, out, &kafka)
		if err != nil {
			out.Progress("Apache Kafka is left out, the event tests run on the embedded broker only: %v", err)
		} else {
			defer started()
			environment = append(environment, "TEST_APACHE_KAFKA_BROKERS="+kafka.Address(),
				"TEST_APACHE_KAFKA_SECURE="+kafka.SecureAddress(),
				"TEST_APACHE_KAFKA_CA="+filepath.Join(kafka.Certificates, "ca.crt"))
		}
	}
	return command(ctx, arguments, environment)
}

// fastestFolder is a file system in memory with room for the databases of a run, or else the folder for temporary
// files. Tests copy and drop some thousand databases of 300 files each.
func fastestFolder() string {
	const memory, room = "/dev/shm", 2 << 30
	var fs unix.Statfs_t
	if unix.Statfs(memory, &fs) == nil && fs.Type == unix.TMPFS_MAGIC && fs.Bavail*uint64(fs.Bsize) > room {
		return memory
	}
	return os.TempDir()
}

// startBeside fetches Apache Kafka when it is not here yet and starts it without waiting; the
// returned function waits for that, or ends it.
func startBeside(
	ctx context.Context, s *supervisor.Supervisor, out *console.Console, k *backing.Kafka,
) (started func(), err error) {
	if k.Jars, err = backing.KafkaJars(ctx, "tools/kafka/pom.xml", ".local/apache-kafka"); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		spec, err := k.Spec(ctx)
		if err == nil {
			err = s.Start(ctx, 0, spec)
		}
		if err != nil && ctx.Err() == nil {
			out.Warn("%v", err)
		}
	}()
	return func() { cancel(); <-done }, nil
}

// startTogether starts what does not lean on each other, all in the lowest stage.
func startTogether(ctx context.Context, s *supervisor.Supervisor, specs ...func() (process.Spec, error)) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, spec := range specs {
		group.Go(func() error {
			made, err := spec()
			if err != nil {
				return err
			}
			return s.Start(ctx, 0, made)
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("start the databases: %w", err)
	}
	return nil
}

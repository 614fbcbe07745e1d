package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"mcwick.example/deploy/local/internal/backing"
	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/ports"
	"mcwick.example/deploy/local/internal/process"
	"mcwick.example/deploy/local/internal/supervisor"
)

// testenv runs a command with a PostgreSQL, a Redis and a broker of its own, on free ports and in a folder that is removed afterwards. The
// command finds them in TEST_POSTGRES_URL (the superuser's, database postgres), TEST_REDIS_URL and TEST_KAFKA_BROKERS.
//
// With --lasting PostgreSQL writes through to the disk as it does for visitors, which benchmarks of writes need and tests do without.
func testenv(ctx context.Context, arguments []string) (err error) {
	flags := flag.NewFlagSet("testenv", flag.ContinueOnError)
	lasting := flags.Bool("lasting", false, "let PostgreSQL write through to the disk, for benchmarks")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	arguments = flags.Args()
	if len(arguments) == 0 {
		return errors.New("usage: local testenv [flags] -- command …")
	}
	dir, err := os.MkdirTemp("", "mcwick-test-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs under another account when we are root
		return err
	}
	free, err := ports.Free(3)
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
	return command(ctx, arguments, []string{
		"TEST_POSTGRES_URL=" + pg.URL("postgres"),
		"TEST_REDIS_URL=" + cache.URL(),
		"TEST_KAFKA_BROKERS=" + log.Address(),
	})
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

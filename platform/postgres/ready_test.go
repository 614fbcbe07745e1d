package postgres_test

import (
	"context"
	"net/url"
	"sync"
	"testing"
	"time"

	"mcwick.example/platform/config"
	"mcwick.example/platform/netfault"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// A crowd that waits for connections leaves a service ready, and a database that does not answer does not.
func TestReadyWhileAllConnectionsAreInUse(t *testing.T) {
	u, err := url.Parse(testkit.DatabaseURL(t, one))
	if err != nil {
		t.Fatal(err)
	}
	proxy, err := netfault.Listen(t.Context(), "127.0.0.1:0", u.Host)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = proxy.Addr()
	pool, err := postgres.Open(t.Context(), postgres.Config{URL: config.Secret(u.String()), PoolSize: 2})
	if err != nil {
		t.Fatal(err)
	}
	check := postgres.Ready(pool, one)
	ready := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		return check(ctx)
	}
	testkit.Eventually(t, "it is ready", func() bool { return ready() == nil })
	ctx, cancel := context.WithCancel(t.Context())
	var crowd sync.WaitGroup
	defer func() { cancel(); proxy.Thaw(); crowd.Wait(); pool.Close() }()
	for range 40 {
		crowd.Go(func() {
			for ctx.Err() == nil {
				_, _ = pool.Exec(ctx, `SELECT pg_sleep(0.05)`)
			}
		})
	}
	testkit.Eventually(t, "the crowd waits", func() bool { return pool.Stat().EmptyAcquireCount() > 40 })
	for range 10 {
		before := pool.Stat().AcquireCount()
		testkit.Eventually(t, "connections are used", func() bool { return pool.Stat().AcquireCount() > before })
		if err := ready(); err != nil { // the crowd's queue takes a second
			t.Fatalf("in a crowd: %v", err)
		}
	}
	proxy.Freeze()
	misses := 0 // in a row
	testkit.Eventually(t, "it is not ready while the database does not answer", func() bool {
		if misses++; ready() == nil {
			misses = 0
		}
		return misses == 3
	})
}

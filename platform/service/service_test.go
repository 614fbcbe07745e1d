package service_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/config"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/service"
	"mcwick.example/platform/testkit"
)

type configuration struct{ service.Config }

// A service that is ready before its last part has started gets calls that it cannot serve.
// Verifies OPS-18.
func TestNotReadyBeforeAllPartsHaveStarted(t *testing.T) {
	c := configuration{service.Config{OpsAddr: testkit.FreeAddr(t)}}
	status := func() int {
		r, err := http.Get("http://" + c.OpsAddr + "/readyz")
		if err != nil {
			return 0
		}
		defer r.Body.Close()
		return r.StatusCode
	}
	c.Database = postgres.Config{URL: config.Secret(testkit.DatabaseURL(t, nil)), PoolSize: 2}
	spec := service.Spec[configuration]{Name: "probe"}
	parts := func(context.Context, *service.Service, configuration) ([]lifecycle.Part, error) {
		return []lifecycle.Part{{Name: "starts last", Start: func(context.Context, func(error)) error {
			testkit.Eventually(t, "the operations port listens", func() bool { return status() != 0 })
			for range 100 { // readiness is checked every 50 ms at the start
				if got := status(); got != http.StatusServiceUnavailable {
					return fmt.Errorf("readiness is %d while a part starts", got)
				}
			}
			return nil
		}}}, nil
	}
	testkit.RunCommand(t, func(ctx context.Context) error { return spec.Run(ctx, c, parts) })
	testkit.Eventually(t, "the service is ready", func() bool { return status() == http.StatusOK })
}

// Verifies OPS-18.
func TestReadinessFailsBeforeShutdown(t *testing.T) {
	schema := postgres.Schema{{Files: os.DirFS("../postgres/testdata/one")}}
	c := configuration{service.Config{OpsAddr: testkit.FreeAddr(t), Drain: time.Millisecond}}
	c.Database = postgres.Config{URL: config.Secret(testkit.DatabaseURL(t, schema)), PoolSize: 2}
	readiness := func(want int) func() bool {
		return func() bool {
			r, err := http.Get("http://" + c.OpsAddr + "/readyz")
			if err != nil {
				return false
			}
			defer r.Body.Close()
			return r.StatusCode == want
		}
	}
	var pool *pgxpool.Pool
	spec := service.Spec[configuration]{Name: "probe", Schema: schema}
	parts := func(_ context.Context, s *service.Service, _ configuration) ([]lifecycle.Part, error) {
		pool = s.Pool
		return []lifecycle.Part{{Name: "own", Stop: func(ctx context.Context) error {
			testkit.Eventually(t, "the stopping service says that it is not ready",
				readiness(http.StatusServiceUnavailable))
			return s.Pool.Ping(ctx)
		}}}, nil
	}
	stop := testkit.RunCommand(t, func(ctx context.Context) error { return spec.Run(ctx, c, parts) })
	testkit.Eventually(t, "the service is ready", readiness(http.StatusOK))
	stop()
	if err := pool.Ping(t.Context()); err == nil {
		t.Error("the pool of a stopped service is open")
	}
}

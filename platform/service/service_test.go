package service_test

import (
	"context"
	"net/http"
	"os"
	"testing"
	"time"

	"mcwick.example/platform/config"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/service"
	"mcwick.example/platform/testkit"
)

func TestItSaysThatItEndsBeforeAnythingEnds(t *testing.T) {
	migrations := os.DirFS("../postgres/testdata/one")
	c := service.Config{StatelessConfig: service.StatelessConfig{OpsAddr: testkit.FreeAddr(t), Drain: time.Millisecond}}
	c.Database = postgres.Config{URL: config.Secret(testkit.DatabaseURL(t, migrations)), PoolSize: 2}
	s, err := service.Open(t.Context(), "probe", c)
	if err != nil {
		t.Fatal(err)
	}
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
	own := lifecycle.Part{Name: "own", Stop: func(ctx context.Context) error {
		testkit.Eventually(t, "the stopping service says that it is not ready", readiness(http.StatusServiceUnavailable))
		return s.Pool.Ping(ctx)
	}}
	stop := testkit.Run(t, func(ctx context.Context) error { return s.Run(ctx, migrations, own) })
	testkit.Eventually(t, "the service is ready", readiness(http.StatusOK))
	stop()
	if err := s.Pool.Ping(t.Context()); err == nil {
		t.Error("the pool of a stopped service is open")
	}
}

package postgres_test

import (
	"testing"

	"mcwick.example/platform/config"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
)

// Verifies OBS-6.
func TestPoolMetrics(t *testing.T) {
	metrics := metrictest.New(t)
	before := metrics.Read(t, "pgxpool.max_connections").Value // of closed pools of earlier tests
	pool, err := postgres.Open(t.Context(),
		postgres.Config{URL: config.Secret(testkit.DatabaseURL(t, one)), PoolSize: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for busy := range 3 {
		// The pool is read once a second. Closed pools of earlier tests may have a series too, of value 0.
		testkit.Eventually(t, "each acquired connection counts", func() bool {
			sample := metrics.Read(t, "pgxpool.acquired_connections")
			return sample.Series > 0 && sample.Value == float64(busy)
		})
		conn, err := pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
	}
	if most := metrics.Read(t, "pgxpool.max_connections").Value - before; most != 3 {
		t.Errorf("at most %v", most)
	}
}

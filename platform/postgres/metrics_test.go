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
	pool, err := postgres.Open(t.Context(),
		postgres.Config{URL: config.Secret(testkit.DatabaseURL(t, one)), PoolSize: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for busy := range 3 {
		testkit.Eventually(t, "each that is taken counts", func() bool { // the pool is looked at once a second
			return metrics.Read(t, "pgxpool.acquired_connections") == metrictest.Sample{Series: 1, Value: float64(busy)}
		})
		conn, err := pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
	}
	if most := metrics.Read(t, "pgxpool.max_connections").Value; most != 3 {
		t.Errorf("of %v at most", most)
	}
}

package limit

import (
	"testing"
	"time"

	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
)

// Verifies OBS-6.
func TestDecisionsMetric(t *testing.T) {
	metrics := metrictest.New(t)
	bucket := Bucket{Key: testkit.UniqueName("counted"), Rate: Rate{Every: time.Hour, Burst: 2}}
	alone, _ := newGuardWithoutRedis(t, 1)
	for _, g := range []*Guard{NewGuard(testkit.DiscardLog(), newTestLimiter(t), NewReplicas("", 1)), alone, alone} {
		for range 3 {
			g.Allow(t.Context(), "subject", false, bucket)
		}
	}
	for _, c := range []struct {
		counter, decision string
		want              float64
	}{
		{"redis", "allowed", 2},
		{"redis", "refused", 1},
		{"process", "allowed", 2},
		{"process", "refused", 4},
	} {
		if got := metrics.Read(t, "mcwick.limits.decided", "counter", c.counter, "decision",
			c.decision).Value; got != c.want {
			t.Errorf("%v %s by %s, want %v", got, c.decision, c.counter, c.want)
		}
	}
}

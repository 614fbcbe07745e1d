package check

import "testing"

// With the production values programs make topics with three replicas; values of an older release and
// a try-out leave that to the brokers.
func TestTopicsHaveReplicas(t *testing.T) {
	for kind, want := range map[string]string{"production": "3", "plain": "0", "demo": "0"} {
		counted := 0
		for name, w := range workloads(t, way(t, kind)) {
			environment := w.environment()
			if environment["KAFKA_BROKERS"] == "" {
				continue
			}
			counted++
			if got := environment["KAFKA_REPLICAS"]; got != want {
				t.Errorf("%s: %s has KAFKA_REPLICAS=%q, want %q", kind, name, got, want)
			}
		}
		if counted < 6 { // five services and the gateway
			t.Errorf("%s: %d programs have a broker", kind, counted)
		}
	}
}

package telemetry_test

import (
	"encoding/binary"
	"math"
	"testing"

	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/telemetry"
)

// Verifies OPS-24.
func TestClientsCannotChooseRecordedTraces(t *testing.T) {
	share := telemetry.Config{SampleRatio: 0.1, SampleKey: "key"}.NewShare()
	replica := telemetry.Config{SampleRatio: 0.1, SampleKey: "key"}.NewShare()
	other := telemetry.Config{SampleRatio: 0.1, SampleKey: "another key"}.NewShare()
	const ids = 20_000
	var recorded, differ int
	for n := range uint64(ids) {
		// All of these are recorded by a share of the id's own bits, as OpenTelemetry has it.
		var id trace.TraceID
		binary.BigEndian.PutUint64(id[:8], n+1)
		if share.Has(id) != replica.Has(id) {
			t.Fatal("replicas differ")
		}
		if share.Has(id) {
			recorded++
		}
		if share.Has(id) != other.Has(id) {
			differ++
		}
	}
	if math.Abs(float64(recorded)/ids-0.1) > 0.02 || differ < ids/10 {
		t.Errorf("%d of %d ids are recorded, %d by one key alone", recorded, ids, differ)
	}
	for ratio, want := range map[float64]bool{0: false, 1: true, 2: true, -1: false} {
		if (telemetry.Config{SampleRatio: ratio}).NewShare().Has(trace.TraceID{1}) != want {
			t.Errorf("a share of %v", ratio)
		}
	}
}

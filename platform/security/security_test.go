package security_test

import (
	"log/slog"
	"maps"
	"testing"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"mcwick.example/platform/security"
	"mcwick.example/platform/security/securitytest"
)

// Verifies SEC-5.
func TestEventsHaveTheSchema(t *testing.T) {
	var r securitytest.Recorder
	log := security.New(r.Logger("gateway"), security.ProofFailed)
	log.Record(t.Context(), security.ProofFailed, "signature", security.Lane("AbCdEf01_-4"),
		slog.String("proof.action", "login"))
	events := r.Events(t)
	if len(events) != 1 || events[0]["event.name"] != "proof.failed" || events[0]["event.reason"] != "signature" ||
		events[0]["client.lane"] != "AbCdEf01_-4" {
		t.Errorf("%v", events)
	}
}

// An alert sees the first event of a counter only when that was there before.
// Verifies SEC-5.
func TestCountersBeginAtZero(t *testing.T) {
	reader, before := sdk.NewManualReader(), otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	var r securitytest.Recorder
	security.New(r.Logger("identity"), security.ProofFailed)
	var metrics metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &metrics); err != nil {
		t.Fatal(err)
	}
	found := make(map[string]int64)
	for _, m := range metrics.ScopeMetrics[0].Metrics {
		sum, _ := m.Data.(metricdata.Sum[int64])
		for _, p := range sum.DataPoints {
			reason, _ := p.Attributes.Value("reason")
			found[m.Name+" "+reason.AsString()] = p.Value
		}
	}
	want := map[string]int64{"mcwick.security.events challenge": 0, "mcwick.security.events signature": 0,
		"mcwick.security.dropped ": 0}
	if !maps.Equal(found, want) {
		t.Errorf("counters %v, want %v", found, want)
	}
}

// Verifies SEC-6.
func TestFloodOfEventsIsBounded(t *testing.T) {
	var r securitytest.Recorder
	log := security.New(r.Logger("gateway"), security.ClientBlocked, security.CookieRefused)
	for range 10_000 {
		log.Record(t.Context(), security.ClientBlocked, "device", security.Lane("x"))
	}
	if n := len(r.Events(t)); n < 100 || n > 110 {
		t.Errorf("%d lines for 10,000 events", n)
	}
	log.Record(t.Context(), security.CookieRefused, "altered", security.Lane("x")) // another kind goes on
	events := r.Events(t)
	if last := events[len(events)-1]; last["event.name"] != "cookie.refused" {
		t.Errorf("%v", last)
	}
}

package main

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"mcwick.example/platform/telemetry"
)

// Verifies GAL-18.
func TestPageFailuresMetric(t *testing.T) {
	reader := sdk.NewManualReader()
	before := otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	f := newSpanForwarder(telemetry.Config{})
	var spans []string
	for _, s := range []struct{ name, status string }{
		{"like a picture", "error"}, {"like a picture", "error"}, {"like a picture", "ok"},
		{"GET /api/v1/wall/entries", "error"},
		{"anything that a page may call it", "error"},
	} {
		spans = append(spans,
			fmt.Sprintf(`{"traceId":"%032x","spanId":"%016x","name":%q,"startMs":%d,"durationMs":1,"status":%q}`,
				1, 1, s.name, time.Now().UnixMilli(), s.status))
	}
	w := httptest.NewRecorder()
	body := strings.NewReader("[" + strings.Join(spans, ",") + "]")
	f.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1/telemetry/spans", body))
	if w.Code != http.StatusNoContent {
		t.Fatal(w.Code, w.Body)
	}
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	failed := map[string]int64{}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if m.Name != "mcwick.page.failures" {
				continue
			}
			for _, point := range m.Data.(metricdata.Sum[int64]).DataPoints {
				action, _ := point.Attributes.Value("action")
				failed[action.AsString()] = point.Value
			}
		}
	}
	want := map[string]int64{"like a picture": 2, "GET /api/v1/wall/entries": 1}
	if !maps.Equal(failed, want) {
		t.Errorf("counted %v, want %v", failed, want)
	}
}

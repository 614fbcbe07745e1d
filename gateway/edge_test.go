package main

import (
	"net/http/httptest"
	"testing"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

func TestNobodyChoosesALabelOfTheMetrics(t *testing.T) {
	reader := sdk.NewManualReader()
	before := otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	edge := setup(t).gateway.routes()
	for _, host := range []string{"localhost:8080", "a.example", "b.example:1", "b.example:2"} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/sessions/current", nil)
		r.Host = host
		edge.ServeHTTP(httptest.NewRecorder(), r)
	}
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if points, ok := m.Data.(metricdata.Histogram[float64]); ok && m.Name == "http.server.request.duration" {
				if len(points.DataPoints) != 1 || points.DataPoints[0].Count != 4 {
					t.Errorf("%+v", points.DataPoints)
				}
				return
			}
		}
	}
	t.Error("no durations")
}

func TestServerNames(t *testing.T) {
	for origin, want := range map[string]string{
		"https://mcwick.example": "mcwick.example:443", "http://mcwick.example": "mcwick.example:80", "http://localhost:8080": "localhost:8080",
	} {
		if got := serverName(origin); got != want {
			t.Errorf("%s: %s, want %s", origin, got, want)
		}
	}
}

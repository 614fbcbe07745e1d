package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

func TestVitalsAreCounted(t *testing.T) {
	reader := sdk.NewManualReader()
	before := otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	v := newVitals()
	post := func(body string) int {
		w := httptest.NewRecorder()
		v.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1/telemetry/vitals",
			strings.NewReader(body)))
		return w.Code
	}
	if status := post(`[{"name":"LCP","value":1500,"page":"/"},{"name":"CLS","value":0.02,"page":"/"}]`); status != http.StatusNoContent {
		t.Fatal(status)
	}
	for _, broken := range []string{
		`[{"name":"LCP","value":1500,"page":"/"},{"name":"LCP","value":-1,"page":"/"}]`,
		`[{"name":"LCP","value":1e9,"page":"/"}]`,
		`null`, `[null]`, `[{"name":"LCP","value":null,"page":"/"}]`, `[{"name":"LCP","page":"/"}]`, `[] []`,
		`[{"Name":"LCP","value":1,"page":"/"}]`,
		`[{"name":"LCP","value":1,"value":1,"page":"/"}]`, `[{"name":"LCP","value":"1","page":"/"}]`,
		`{}`, `[` + strings.Repeat(`{"name":"CLS","value":0,"page":"/"},`, maxVitals) +
			`{"name":"CLS","value":0,"page":"/"}]`,
	} {
		if status := post(broken); status != http.StatusBadRequest {
			t.Errorf("%.80s: %d", broken, status)
		}
	}
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	sums := map[string]float64{}
	for _, m := range all.ScopeMetrics[0].Metrics {
		for _, point := range m.Data.(metricdata.Histogram[float64]).DataPoints {
			sums[m.Name] += point.Sum
		}
	}
	if sums["mcwick.page.vital"] != 1.5 || sums["mcwick.page.layout_shift"] != 0.02 {
		t.Errorf("%v", sums)
	}
}

package main

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"golang.org/x/time/rate"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/testkit"
)

// countedBy returns what counters say by now: the values by name and labels.
func countedBy(t *testing.T, reader *sdk.ManualReader) map[string]int64 {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	counted := map[string]int64{}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			sum, isCounter := m.Data.(metricdata.Sum[int64])
			if !isCounter {
				continue
			}
			for _, point := range sum.DataPoints {
				labels := []string{m.Name}
				for _, one := range point.Attributes.ToSlice() {
					labels = append(labels, one.Value.AsString())
				}
				if strings.HasPrefix(m.Name, "mcwick.page.") {
					counted[strings.Join(labels, " ")] = point.Value
				}
			}
		}
	}
	return counted
}

func collectMetrics(t *testing.T) *sdk.ManualReader {
	t.Helper()
	reader, before := sdk.NewManualReader(), otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	return reader
}

const (
	cspReport  = "application/csp-report"
	reportsAPI = "application/reports+json"
	oneReport  = `{"csp-report":{"document-uri":"http://x/?secret=1#y","effective-directive":"script-src-elem",` +
		`"violated-directive":"script-src-elem","blocked-uri":"inline","script-sample":"secret"}}`
)

// Verifies SEC-4.
func TestViolationsAreCountedByDirective(t *testing.T) {
	reader := collectMetrics(t)
	v := newViolations(testEvents(t, testkit.DiscardLog()))
	for _, c := range []struct {
		media, body string
		status      int
	}{
		{cspReport, oneReport, 204},
		{cspReport + "; charset=utf-8", `{"csp-report":{"violated-directive":"img-src 'self'"}}`, 204},
		{cspReport, `{"csp-report":{"effective-directive":"script-src","source-file":"moz-extension://id/x.js"}}`, 204},
		{cspReport, `{"csp-report":{"effective-directive":"chosen by a stranger"}}`, 204},
		{reportsAPI, `[{"type":"csp-violation","url":"http://x/?q","body":{"effectiveDirective":"trusted-types","sample":"x"}},
			{"type":"deprecation","body":{"id":"x"}}]`, 204},
		{reportsAPI, `[]`, 204},
		{reportsAPI, `[{"type":5},[],null]`, 204}, {cspReport, `{"csp-report":5}`, 204},
		{reportsAPI, `null`, 400}, {cspReport, `null`, 400}, {reportsAPI, `{}`, 400}, {cspReport, `[`, 400}, {cspReport, ``, 400},
		{"application/json", oneReport, 415}, {"", oneReport, 415}, {"text/plain", oneReport, 415},
		{cspReport, `{"x":"` + strings.Repeat("x", maxViolationBody) + `"}`, 413},
		{reportsAPI, `[` + strings.Repeat(`{"type":"csp-violation","body":{"effectiveDirective":"font-src"}},`, maxViolations) +
			`{"type":"csp-violation","body":{}}]`, 204},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "POST", violationsPath, strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.media)
		w := httptest.NewRecorder()
		v.ServeHTTP(w, r)
		if w.Code != c.status || c.status == http.StatusNoContent && w.Body.Len() > 0 {
			t.Errorf("%s %.60s: %d %s", c.media, c.body, w.Code, w.Body)
		}
	}
	const counter = "mcwick.page.violations "
	want := map[string]int64{counter + "script-src-elem page": 1, counter + "img-src page": 1,
		counter + "script-src extension": 1, counter + "other page": 1, counter + "trusted-types page": 1,
		counter + "font-src page": maxViolations, "mcwick.page.violations_dropped": 1}
	if got := countedBy(t, reader); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Verifies SEC-4.
func TestFloodOfViolationsIsBounded(t *testing.T) {
	reader := collectMetrics(t)
	v := newViolations(testEvents(t, testkit.DiscardLog()))
	v.bound = rate.NewLimiter(0, 7)
	for range 100 {
		r := httptest.NewRequestWithContext(t.Context(), "POST", violationsPath, strings.NewReader(oneReport))
		r.Header.Set("Content-Type", cspReport)
		v.ServeHTTP(httptest.NewRecorder(), r)
	}
	got := countedBy(t, reader)
	if got["mcwick.page.violations script-src-elem page"] != 7 || got["mcwick.page.violations_dropped"] != 93 {
		t.Errorf("%v", got)
	}
}

// Verifies SEC-4.
func TestClientsAreLimitedInReporting(t *testing.T) {
	w := newEnvironment(t)
	w.setLimits(t, limits.Config{limits.Telemetry: {Address: hourly(3), Device: hourly(3)}})
	w.serve(t)
	statuses := map[int]int{}
	for range 5 {
		resp, _ := w.do(t, "POST", violationsPath, oneReport, "Content-Type", cspReport)
		statuses[resp.StatusCode]++
		if len(resp.Cookies()) > 0 {
			t.Error("a report makes a device")
		}
	}
	if statuses[204] != 3 || statuses[429] != 2 {
		t.Errorf("%v", statuses)
	}
}

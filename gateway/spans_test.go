package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	collectorv1 "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/telemetry"
)

var ones, twos, threes = strings.Repeat("11", 16), strings.Repeat("22", 8), strings.Repeat("33", 8)

// span is one as a page reports it.
func span(name string, start, took float64, more string) string {
	return fmt.Sprintf(`{"traceId":%q,"spanId":%q,"name":%q,"startMs":%f,"durationMs":%f%s}`, ones, twos, name, start,
		took, more)
}

func TestMadeUpProtocolsAreOneInTheMetric(t *testing.T) {
	telemetry := newRequestTelemetry("localhost:8080")
	h := telemetry.handler(http.NotFoundHandler(), func(*http.Request) bool { return false })
	for minor := range 10 {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		r.Proto = fmt.Sprint("HTTP/1.", minor)
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	kinds := 0
	telemetry.kinds.Range(func(any, any) bool { kinds++; return true })
	if kinds != 1 {
		t.Errorf("%d kinds of requests", kinds)
	}
}

func TestSpansOfPagesReachTheCollector(t *testing.T) {
	reader := sdk.NewManualReader()
	before := otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	var got collectorv1.ExportTraceServiceRequest
	status := http.StatusOK
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err == nil {
			err = proto.Unmarshal(b, &got)
		}
		if err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("%s, %v", r.URL, err)
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(collector.Close)
	f := newSpanForwarder(telemetry.Config{Endpoint: collector.URL + "/", SampleRatio: 1})
	now := time.UnixMilli(1_900_000_000_000)
	f.now = func() time.Time { return now }
	ms, age := float64(now.UnixMilli()), float64(maxSpanAge.Milliseconds())
	post := func(report ...string) int {
		w := httptest.NewRecorder()
		body := strings.NewReader("[" + strings.Join(report, ",") + "]")
		f.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1/telemetry/spans", body))
		return w.Code
	}

	if code := post(span("click", ms, 1500, `,"parentSpanId":"`+threes+`","status":"error"`),
		span("call", ms, 0, "")); code != http.StatusNoContent {
		t.Fatal(code)
	}
	spans := got.GetResourceSpans()[0].GetScopeSpans()[0].GetSpans()
	first, second := spans[0], spans[1]
	if hex.EncodeToString(first.GetTraceId()) != ones || hex.EncodeToString(first.GetSpanId()) != twos ||
		hex.EncodeToString(first.GetParentSpanId()) != threes ||
		first.GetName() != "click" || first.GetStatus().GetCode() != tracev1.Status_STATUS_CODE_ERROR ||
		first.GetEndTimeUnixNano()-first.GetStartTimeUnixNano() != 1_500_000_000 {
		t.Errorf("%v", first)
	}
	if len(second.GetParentSpanId()) != 0 || second.GetStatus().GetCode() != tracev1.Status_STATUS_CODE_UNSET ||
		second.GetStartTimeUnixNano() != uint64(ms)*1e6 {
		t.Errorf("%v", second)
	}

	for name, bad := range map[string]string{
		"no name":    span("", ms, 0, ""),
		"long name":  span(strings.Repeat("x", maxSpanName+1), ms, 0, ""),
		"long ago":   span("x", ms-age-1, 0, ""),
		"to come":    span("x", ms+age+1, 0, ""),
		"too long":   span("x", ms, age+1, ""),
		"backwards":  span("x", ms, -1, ""),
		"odd parent": span("x", ms, 0, `,"parentSpanId":"XX"`),
		"null":       "null",
		"a status":   span("x", ms, 0, `,"status":"maybe"`),
		"no status":  span("x", ms, 0, `,"status":""`),
		"null field": span("x", ms, 0, `,"status":null`),
		"no parent":  span("x", ms, 0, `,"parentSpanId":""`),
		"no times":   fmt.Sprintf(`{"traceId":%q,"spanId":%q,"name":"x"}`, ones, twos),
		"far ago":    span("x", -1e300, 0, ""),
		"turned":     span("x\u202ey", ms, 0, ""),
		"unknown":    span("x", ms, 0, `,"kind":1`),
		"too many":   strings.Repeat(span("x", ms, 0, "")+",", maxSpans) + span("x", ms, 0, ""),
	} {
		if code := post(bad); code != http.StatusBadRequest {
			t.Errorf("%s: %d", name, code)
		}
	}

	status = http.StatusServiceUnavailable
	if code := post(span("x", ms, 0, ""), span("y", ms, 0, "")); code != http.StatusNoContent {
		t.Errorf("a collector that is away: %d", code)
	}
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	metrics := all.ScopeMetrics[0].Metrics
	n := slices.IndexFunc(metrics, func(m metricdata.Metrics) bool { return m.Name == "mcwick.page.spans_lost" })
	if lost := metrics[n].Data.(metricdata.Sum[int64]).DataPoints[0].Value; lost != 2 {
		t.Errorf("%d are counted as lost", lost)
	}
}

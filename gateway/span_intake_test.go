package main

import (
	"encoding/binary"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"

	"mcwick.example/platform/telemetry"
)

// pageSpan returns a span of the n-th trace.
func pageSpan(n int, status tracev1.Status_StatusCode) *tracev1.Span {
	id := make([]byte, 16)
	binary.BigEndian.PutUint64(id, uint64(n)+1)
	return &tracev1.Span{TraceId: id, Status: &tracev1.Status{Code: status}}
}

const (
	good = tracev1.Status_STATUS_CODE_UNSET
	bad  = tracev1.Status_STATUS_CODE_ERROR
)

// Verifies OPS-24.
func TestSpansOfRecordedTracesAreForwarded(t *testing.T) {
	share := telemetry.Config{SampleRatio: 0.5, SampleKey: "key"}.NewShare()
	intake := newSpanIntake(share)
	for n := range 100 {
		span := pageSpan(n, good)
		kept := intake.filter(t.Context(), []*tracev1.Span{span, pageSpan(n, bad)})
		want := 1 // the error
		if share.Has(trace.TraceID(span.GetTraceId())) {
			want = 2
		}
		if n < forwardedErrors && len(kept) != want {
			t.Errorf("of trace %d %d spans are kept, want %d", n, len(kept), want)
		}
	}
}

// Verifies OPS-24.
func TestForwardedSpansAreBounded(t *testing.T) {
	for name, c := range map[string]struct {
		ratio       float64
		status      tracev1.Status_StatusCode
		most, every int
	}{
		"recorded":           {1, good, spanBurst * forwardedSpans, forwardedSpans},
		"errors of no trace": {0, bad, spanBurst * forwardedErrors, forwardedErrors},
		"not recorded":       {0, good, 0, 0},
	} {
		intake := newSpanIntake(telemetry.Config{SampleRatio: c.ratio}.NewShare())
		now := time.Now()
		intake.now = func() time.Time { return now }
		for _, want := range []int{c.most, c.every} {
			kept := 0
			for n := range 2 * (c.most + 1) {
				kept += len(intake.filter(t.Context(), []*tracev1.Span{pageSpan(n, c.status)}))
			}
			if kept != want {
				t.Errorf("%s: %d are kept, want %d", name, kept, want)
			}
			now = now.Add(time.Second)
		}
	}
}

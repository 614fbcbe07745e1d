package openai_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	apitrace "go.opentelemetry.io/otel/trace"
)

func TestGenerate_continues_the_callers_trace(t *testing.T) {
	otel.SetTracerProvider(trace.NewTracerProvider(trace.WithSpanProcessor(tracetest.NewSpanRecorder())))
	otel.SetTextMapPropagator(propagation.TraceContext{})
	var seen apitrace.SpanContext
	s := serve(t, func(ctx context.Context, _ string) ([]byte, error) {
		seen = apitrace.SpanContextFromContext(ctx)
		return []byte("png"), nil
	})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/images/generations", strings.NewReader(legacyBody))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	if status, _, _ := send(t, r, "right"); status != http.StatusOK {
		t.Fatalf("got %d", status)
	}
	if got := seen.TraceID().String(); got != "0af7651916cd43dd8448eb211c80319c" || !seen.IsSampled() {
		t.Errorf("got trace %s, sampled %v", got, seen.IsSampled())
	}
}

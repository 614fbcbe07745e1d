package telemetry

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Traceparent returns the W3C traceparent of ctx, to be kept with work that goes on later. It is
// empty when the request is not traced.
func Traceparent(ctx context.Context) string {
	c := propagation.MapCarrier{}
	otel.GetTextMapPropagator().Inject(ctx, c)
	return c["traceparent"]
}

// ContinueTrace puts a kept traceparent back into ctx.
func ContinueTrace(ctx context.Context, traceparent string) context.Context {
	return otel.GetTextMapPropagator().Extract(ctx, propagation.MapCarrier{"traceparent": traceparent})
}

// WithoutTrace is ctx for what is done again and again while something goes on, such as a
// heartbeat: its queries and calls would bury the spans that say what happened.
func WithoutTrace(ctx context.Context) context.Context {
	return trace.ContextWithSpanContext(ctx, trace.SpanContext{})
}

package provider

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
)

// newDuration makes the histogram that OpenTelemetry's conventions have for AI calls. An error.type is the reason of our own fault.
func newDuration() metric.Float64Histogram {
	// Only a name that is none makes an error.
	duration, _ := otel.Meter("mcwick/provider").Float64Histogram("gen_ai.client.operation.duration", metric.WithUnit("s"),
		metric.WithDescription("How long the provider took, by operation, model and error."),
		metric.WithExplicitBucketBoundaries(0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40, 80, 120))
	return duration
}

// span is one call to the provider, in the traces and in the metrics. What is asked and what is answered goes on no span: it is personal.
func (c *Client) span(ctx context.Context, operation attribute.KeyValue, model string, more ...attribute.KeyValue) (_ context.Context, end func(error)) {
	what := []attribute.KeyValue{semconv.GenAIProviderNameOpenAI, semconv.GenAIRequestModel(model), operation}
	ctx, s := otel.Tracer("mcwick/provider").Start(ctx, operation.Value.AsString()+" "+model,
		trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(what...), trace.WithAttributes(more...))
	began := time.Now()
	return ctx, func(err error) {
		if err != nil {
			reason := fault.From(err).Reason
			s.SetStatus(codes.Error, reason)
			what = append(what, semconv.ErrorTypeKey.String(reason))
		}
		c.duration.Record(ctx, time.Since(began).Seconds(), metric.WithAttributes(what...))
		s.End()
	}
}

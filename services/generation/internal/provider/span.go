package provider

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
)

// span is one call to the provider. What is asked and what is answered goes on no span: it is personal.
func span(ctx context.Context, operation attribute.KeyValue, model string, more ...attribute.KeyValue) (_ context.Context, end func(error)) {
	ctx, s := otel.Tracer("mcwick/provider").Start(ctx, operation.Value.AsString()+" "+model,
		trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(semconv.GenAIProviderNameOpenAI, semconv.GenAIRequestModel(model), operation), trace.WithAttributes(more...))
	return ctx, func(err error) {
		if err != nil {
			s.SetStatus(codes.Error, fault.From(err).Reason)
		}
		s.End()
	}
}

package aiprovider

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/instrument"
)

// scope is what spans and metrics of this package are recorded under.
const scope = "mcwick/aiprovider"

// newDurationHistogram makes the histogram that OpenTelemetry's conventions have for AI calls. An
// error.type is our reason.
func newDurationHistogram() metric.Float64Histogram {
	return instrument.Must(otel.Meter(scope).Float64Histogram("gen_ai.client.operation.duration", metric.WithUnit("s"),
		metric.WithDescription("How long the provider took, by operation, model and error."),
		metric.WithExplicitBucketBoundaries(0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40, 80, 120)))
}

// operation is what is asked of which model, and what spans say of it besides.
type operation struct {
	name       attribute.KeyValue
	model      string
	attributes []attribute.KeyValue
}

// The operations for which the conventions have no name.
var (
	operationModerate = semconv.GenAIOperationNameKey.String("moderate")
	operationModel    = semconv.GenAIOperationNameKey.String("get_model")
)

// The provider's code and request id. The conventions have a name for the second, as for any
// header.
const (
	attributeErrorCode = attribute.Key("gen_ai.provider.error.code")
	attributeRequestID = attribute.Key("http.response.header.x-request-id")
)

// startSpan begins one call, in the traces and in the metrics. What is asked and what is answered
// goes on no span: it is personal.
func (c *Client) startSpan(ctx context.Context, o operation) (_ context.Context, end func(*attempt, error)) {
	attributes := []attribute.KeyValue{semconv.GenAIProviderNameKey.String(c.provider.Name),
		semconv.GenAIRequestModel(o.model), o.name}
	ctx, s := otel.Tracer(scope).Start(ctx, o.name.Value.AsString()+" "+o.model,
		trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attributes...),
		trace.WithAttributes(o.attributes...))
	began := time.Now()
	return ctx, func(a *attempt, err error) {
		if a.requestID != "" {
			s.SetAttributes(attributeRequestID.StringSlice([]string{a.requestID}))
		}
		if e, ok := errors.AsType[*Error](err); ok {
			s.SetStatus(codes.Error, string(e.Reason))
			s.SetAttributes(semconv.ErrorTypeKey.String(string(e.Reason)))
			if e.Code != "" {
				s.SetAttributes(attributeErrorCode.String(e.Code))
			}
			if e.Status != 0 {
				s.SetAttributes(semconv.HTTPResponseStatusCode(e.Status))
			}
			attributes = append(attributes, semconv.ErrorTypeKey.String(string(e.Reason)))
		}
		c.duration.Record(ctx, time.Since(began).Seconds(), metric.WithAttributes(attributes...))
		s.End()
	}
}

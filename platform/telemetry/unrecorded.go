package telemetry

import (
	"context"

	apitrace "go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/embedded"
	"go.opentelemetry.io/otel/trace/noop"
)

// recordedOnly is a provider whose tracers make no span below one that is not recorded: whatever
// they would make is not recorded either, and has the ids of the one above. That spares a request
// of a trace that is not recorded the ids, the decisions and the attributes of all its spans but
// the first.
type recordedOnly struct {
	embedded.TracerProvider
	recording apitrace.TracerProvider
	public    bool // decides anew for those who call it
}

// Tracer implements trace.TracerProvider.
func (p recordedOnly) Tracer(name string, options ...apitrace.TracerOption) apitrace.Tracer {
	return recordedOnlyTracer{recording: p.recording.Tracer(name, options...), public: p.public}
}

type recordedOnlyTracer struct {
	embedded.Tracer
	recording apitrace.Tracer
	public    bool
}

// Start implements trace.Tracer.
func (t recordedOnlyTracer) Start(
	ctx context.Context, name string, options ...apitrace.SpanStartOption,
) (context.Context, apitrace.Span) {
	above := apitrace.SpanContextFromContext(ctx)
	decided := above.IsValid() && !above.IsSampled() && (!t.public || !above.IsRemote())
	if decided && !isRoot(options) {
		return noop.Tracer{}.Start(ctx, name)
	}
	return t.recording.Start(ctx, name, options...)
}

// isRoot reports whether a span begins a trace of its own.
func isRoot(options []apitrace.SpanStartOption) bool {
	if len(options) == 0 {
		return false
	}
	c := apitrace.NewSpanStartConfig(options...)
	return c.NewRoot()
}

package postgres

import (
	"context"
	"errors"
	"runtime"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
	database "mcwick.example/platform/postgres"
)

// The bounds of a group: how many calls may wait, how many are committed together, and how long that may take.
const (
	maxQueued       = 4096
	maxBatch        = 1024
	commitTimeout   = 10 * time.Second
	responseReserve = time.Second // kept of a call's own deadline for saying that its outcome is not known
)

// batcher makes one commit of calls that arrive at the same time: what queued while the former group was being
// committed is the next one. Nobody waits for a group to fill, so a lone call is as quick as one of its own.
type batcher[In, Out any] struct {
	name    string // of its spans and, behind mcwick.gallery, of its metrics
	errFull error  // for calls that find maxQueued others
	commit  func(ctx context.Context, in []In) ([]Out, error)
	queue   chan call[In, Out]
	stopped chan struct{} // closed when run has answered all that it will answer
	sizes   metric.Int64Histogram
}

// call waits for its part of a group's answer.
type call[In, Out any] struct {
	in       In
	caller   trace.SpanContext
	response chan response[Out] // holds one, so that nobody waits for a caller who left
}

type response[Out any] struct {
	out   Out
	err   error
	group trace.SpanContext
}

// newBatcher makes a group whose commit answers each call by its place, or all of them with one error.
func newBatcher[In, Out any](name string, full error, commit func(ctx context.Context, in []In) ([]Out, error)) (*batcher[In, Out], error) {
	g := &batcher[In, Out]{
		name: name, errFull: full, commit: commit,
		queue: make(chan call[In, Out], maxQueued), stopped: make(chan struct{}),
	}
	meter := otel.Meter("mcwick/gallery")
	var sizes, waiting error
	g.sizes, sizes = meter.Int64Histogram("mcwick.gallery."+name+".group",
		metric.WithDescription("Calls that were committed together."),
		metric.WithExplicitBucketBoundaries(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, maxBatch))
	_, waiting = meter.Int64ObservableGauge("mcwick.gallery."+name+".waiting",
		metric.WithDescription("Calls that wait for the next group."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(int64(len(g.queue)))
			return nil
		}))
	return g, errors.Join(sizes, waiting)
}

// submit hands in one call and waits for its answer. A caller whose ctx ends has left the group's commit as it
// is: the call may have its effect all the same, so whoever runs out of time is told that its outcome is not known.
func (g *batcher[In, Out]) submit(ctx context.Context, in In) (none Out, _ error) {
	waiting := ctx
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		waiting, cancel = context.WithDeadline(ctx, deadline.Add(-responseReserve))
		defer cancel()
	}
	c := call[In, Out]{in: in, caller: trace.SpanContextFromContext(ctx), response: make(chan response[Out], 1)}
	select {
	case g.queue <- c:
	default:
		return none, g.errFull
	}
	select {
	case a := <-c.response:
		return c.linkTraces(ctx, a)
	case <-waiting.Done():
		if errors.Is(waiting.Err(), context.Canceled) {
			return none, waiting.Err()
		}
		return none, database.ErrOutcomeUnknown.WithCause(waiting.Err())
	case <-g.stopped:
	}
	select {
	case a := <-c.response: // the last group was answered before it ended
		return c.linkTraces(ctx, a)
	default:
		return none, fault.ErrUnavailable
	}
}

// linkTraces joins the trace of a caller with that of the group, which belongs to its first caller.
func (c call[In, Out]) linkTraces(ctx context.Context, a response[Out]) (Out, error) {
	if a.group.TraceID() != c.caller.TraceID() {
		trace.SpanFromContext(ctx).AddLink(trace.Link{SpanContext: a.group})
	}
	return a.out, a.err
}

// run commits groups until ctx ends, then those that are waiting, and returns.
func (g *batcher[In, Out]) run(ctx context.Context) error {
	defer close(g.stopped)
	for {
		select {
		case c := <-g.queue:
			g.commitBatch(ctx, c)
			continue
		case <-ctx.Done():
		}
		select {
		case c := <-g.queue:
			g.commitBatch(ctx, c)
		default:
			return nil
		}
	}
}

// commitBatch commits first with what waits behind it, on nobody's context but its own.
func (g *batcher[In, Out]) commitBatch(ctx context.Context, first call[In, Out]) {
	calls, in := g.collectBatch(first)
	g.sizes.Record(ctx, int64(len(calls)))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTimeout)
	defer cancel()
	links := make([]trace.Link, 0, len(calls))
	for _, c := range calls[1:] {
		links = append(links, trace.Link{SpanContext: c.caller})
	}
	ctx, span := otel.Tracer("mcwick/gallery").Start(trace.ContextWithSpanContext(ctx, first.caller), "commit "+g.name, trace.WithLinks(links...))
	defer span.End()

	out, err := g.commit(ctx, in)
	for i, c := range calls {
		a := response[Out]{err: err, group: span.SpanContext()}
		if err == nil {
			a.out = out[i]
		}
		c.response <- a
	}
}

// collectBatch takes what waits, first included.
func (g *batcher[In, Out]) collectBatch(first call[In, Out]) (calls []call[In, Out], in []In) {
	runtime.Gosched() // callers of the last group who come again at once are in this one: 43 of 64 instead of 32
	calls, in = append(calls, first), append(in, first.in)
	for len(calls) < maxBatch {
		select {
		case c := <-g.queue:
			calls, in = append(calls, c), append(in, c.in)
		default:
			return calls, in
		}
	}
	return calls, in
}

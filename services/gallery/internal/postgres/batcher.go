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
	"mcwick.example/platform/instrument"
	database "mcwick.example/platform/postgres"
)

// The limits of a batch: how many calls may wait, how many are committed together, and how long a
// commit may take.
const (
	maxQueued       = 4096
	maxBatch        = 1024
	commitTimeout   = 10 * time.Second
	responseReserve = time.Second // reserved of a call's deadline, to respond that its outcome is unknown
)

// batcher commits calls that arrive at the same time together: the calls queued during one commit
// form the next batch. A batch does not wait to fill, so a single call is as fast as without
// batching.
type batcher[In, Out any] struct {
	name    string // of its spans and, after mcwick.gallery, of its metrics
	errFull error  // returned to calls that find maxQueued others
	commit  func(ctx context.Context, in []In) ([]Out, error)
	queue   chan call[In, Out]
	stopped chan struct{} // closed when run has responded to its last call
	sizes   metric.Int64Histogram
}

// call is a queued call that waits for its response.
type call[In, Out any] struct {
	in       In
	caller   trace.SpanContext
	response chan response[Out] // buffered, so that a batch does not wait for a caller that left
}

type response[Out any] struct {
	out   Out
	err   error
	group trace.SpanContext
}

// newBatcher returns a batcher whose commit responds to each call by its index, or fails all of
// them with one error.
func newBatcher[In, Out any](
	name string, full error, commit func(ctx context.Context, in []In) ([]Out, error),
) *batcher[In, Out] {
	g := &batcher[In, Out]{
		name: name, errFull: full, commit: commit,
		queue: make(chan call[In, Out], maxQueued), stopped: make(chan struct{}),
	}
	meter := otel.Meter("mcwick/gallery")
	g.sizes = instrument.Must(meter.Int64Histogram("mcwick.gallery."+name+".group",
		metric.WithDescription("Calls that were committed together."),
		metric.WithExplicitBucketBoundaries(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, maxBatch)))
	instrument.Must(meter.Int64ObservableGauge("mcwick.gallery."+name+".waiting",
		metric.WithDescription("Calls that wait for the next batch."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(int64(len(g.queue)))
			return nil
		})))
	return g
}

// submit queues one call and waits for its response. A caller whose ctx ends does not cancel the
// batch's commit: the call may still take effect, so its error says that the outcome is unknown.
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
	case a := <-c.response: // the last batch ended before run did
		return c.linkTraces(ctx, a)
	default:
		return none, fault.ErrUnavailable
	}
}

// linkTraces links the trace of a caller with that of the batch, which belongs to its first caller.
func (c call[In, Out]) linkTraces(ctx context.Context, a response[Out]) (Out, error) {
	if a.group.TraceID() != c.caller.TraceID() {
		trace.SpanFromContext(ctx).AddLink(trace.Link{SpanContext: a.group})
	}
	return a.out, a.err
}

// run commits batches until ctx ends, then the calls that are waiting, and returns.
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

// commitBatch commits first together with the calls queued after it. Its context is its own, not
// that of a caller.
func (g *batcher[In, Out]) commitBatch(ctx context.Context, first call[In, Out]) {
	calls, in := g.collectBatch(first)
	g.sizes.Record(ctx, int64(len(calls)))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTimeout)
	defer cancel()
	links := make([]trace.Link, 0, len(calls))
	for _, c := range calls[1:] {
		links = append(links, trace.Link{SpanContext: c.caller})
	}
	ctx, span := otel.Tracer("mcwick/gallery").Start(trace.ContextWithSpanContext(ctx, first.caller), "commit "+g.name,
		trace.WithLinks(links...))
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

// collectBatch returns the waiting calls, first included.
func (g *batcher[In, Out]) collectBatch(first call[In, Out]) (calls []call[In, Out], in []In) {
	runtime.Gosched() // lets callers of the last batch that come again at once join this one: 43 of 64 instead of 32
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

package jobs

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/telemetry"
)

// Handler does a job; Kind.Work makes one that knows types. The result is stored as JSON; an error
// fails the job, and the message of its fault is what the visitor reads. A handler whose
// Job.Attempt is above 1 follows one that died or was stopped: it must find out what that one did.
type Handler func(ctx context.Context, job Job) (result any, err error)

// Work is how the jobs of one kind are done.
type Work struct {
	Kind     string
	Handle   Handler
	Deadline time.Duration // of one job, from the moment a worker takes it
}

// Workers does the jobs of a queue, a bounded number at a time.
type Workers struct {
	log     *slog.Logger
	queue   *Queue
	kinds   map[string]Work
	id      uuid.UUID // of these workers among those of all processes
	slots   int
	metrics instruments
	leases  leaseTracker

	lease, heartbeat, poll time.Duration // the constants, but for tests
}

// NewWorkers makes the workers of this process, slots of them. With none, jobs are left to other
// processes, and this one only tells the metrics how long the queue is.
func NewWorkers(log *slog.Logger, q *Queue, slots int, works ...Work) *Workers {
	kinds := make(map[string]Work, len(works))
	for _, work := range works {
		kinds[work.Kind] = work
	}
	return &Workers{log: log, queue: q, kinds: kinds, id: uuid.New(), slots: slots, metrics: newInstruments(),
		lease: lease, heartbeat: heartbeat, poll: pollInterval}
}

// Part does jobs as long as the program runs. Stopping it finishes those that are running, which
// may have been paid for: it has the longest deadline of a job for that, and finishBudget.
func (w *Workers) Part() lifecycle.Part {
	part := lifecycle.Loop("workers", w.Run)
	for _, kind := range w.kinds {
		part.Budget = max(part.Budget, kind.Deadline+finishBudget)
	}
	return part
}

// Run does jobs until ctx ends. Jobs that are running then are finished first: stopping a worker
// costs no visitor anything.
func (w *Workers) Run(ctx context.Context) error {
	w.registerMetrics()
	var running sync.WaitGroup
	defer running.Wait()
	if w.slots > 0 {
		running.Go(func() { w.watchLeases(ctx) })
	}
	free := make(chan struct{}, w.slots)
	for {
		select {
		case <-ctx.Done():
			return nil
		case free <- struct{}{}:
		}
		job, holder, ok := w.claimNext(ctx)
		if !ok {
			return nil
		}
		running.Go(func() {
			defer func() { <-free }()
			w.runJob(context.WithoutCancel(ctx), job, holder)
		})
	}
}

const (
	// claimTimeout limits a claim, which nothing else ends.
	claimTimeout = 5 * time.Second
	// lockedInterval finds a job whose row was locked, as an update of the estimates locks all that wait.
	lockedInterval = 30 * time.Millisecond
)

// claimNext waits for a job and claims it for a new holder; ok is false when ctx ended first.
func (w *Workers) claimNext(ctx context.Context) (job Job, holder uuid.UUID, ok bool) {
	for ctx.Err() == nil {
		holder = uuid.New()
		// Stopping does not interrupt a claim: it may be committed all the same, and no worker would do
		// that job for a while.
		claiming, cancel := context.WithTimeout(context.WithoutCancel(ctx), claimTimeout)
		job, err := w.claim(claiming, holder)
		pause := w.poll
		if errors.Is(err, pgx.ErrNoRows) && w.hasQueued(claiming) {
			pause = lockedInterval
		}
		cancel()
		if err == nil {
			w.queue.changed.notify(job.ID)
			return job, holder, true
		}
		if !errors.Is(err, pgx.ErrNoRows) && ctx.Err() == nil {
			w.log.WarnContext(ctx, "claiming a job failed", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-w.queue.added:
		case <-time.After(pause):
		}
	}
	return Job{}, holder, false
}

// runJob runs the handler on the trace of the request that created the job, and writes down how it
// ended.
func (w *Workers) runJob(ctx context.Context, job Job, holder uuid.UUID) {
	kind := w.kinds[job.Kind]
	ctx, span := otel.Tracer("mcwick/jobs").Start(telemetry.ContinueTrace(ctx, job.trace), "job "+job.Kind,
		trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.String("job.id", job.ID), attribute.Int("job.attempt", job.Attempt),
			attribute.Float64("job.waited_s", time.Since(job.Created).Seconds())))
	defer span.End()
	w.metrics.recordStart(ctx, job)
	began := time.Now()

	working, cancel := context.WithTimeout(ctx, kind.Deadline)
	defer cancel()
	working, lose := context.WithCancelCause(working)
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		w.sendHeartbeats(working, job, holder, lose)
	}()
	result, err := handleRecovering(working, kind.Handle, job)
	lost := errors.Is(context.Cause(working), errLeaseLost)
	cancel()
	<-beating
	if lost {
		w.metrics.recordEnd(ctx, job, time.Since(began), "lost", "")
		w.log.InfoContext(ctx, "job lost", "job", job.ID)
		return
	}
	outcome, code := string(StateSucceeded), ""
	if err != nil {
		outcome, code = string(StateFailed), fault.From(err).Reason
		span.SetStatus(codes.Error, code)
		w.log.WarnContext(ctx, "job failed", "job", job.ID, "kind", job.Kind, "error", err)
	}
	w.metrics.recordEnd(ctx, job, time.Since(began), outcome, code)
	if err := w.finish(ctx, job, holder, result, err, began.Add(kind.Deadline+finishBudget)); err != nil {
		// The lease runs out and the next worker finds what this one did.
		w.log.ErrorContext(ctx, "storing the job's result failed", "job", job.ID, "error", err)
	}
	w.queue.changed.notify(job.ID)
}

// handleRecovering turns a handler's panic into an error.
func handleRecovering(ctx context.Context, handle Handler, job Job) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fault.FromPanic(p)
		}
	}()
	return handle(ctx, job)
}

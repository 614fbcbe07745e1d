package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"slices"
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

// A job is leased for lease; a worker must miss ten heartbeats before another may take its job over.
// The heartbeat also tells a worker that its job was cancelled through another process.
const (
	lease     = 10 * time.Second
	heartbeat = time.Second
)

// maxAttempts is how many workers may die of one job before nobody takes it any more.
const maxAttempts = 4

// Handler does a job. The result is stored as JSON; an error fails the job, and the message of its
// fault is what the visitor reads. A handler whose Job.Attempt is above 1 follows one that died or was
// stopped: it must find out what that one did.
type Handler func(ctx context.Context, job Job) (result any, err error)

// Kind is how the jobs of one kind are done.
type Kind struct {
	Handle   Handler
	Deadline time.Duration // of one job, from the moment a worker takes it
}

// errLost ends the context of a handler whose job is no longer its own.
var errLost = errors.New("the job was taken over or cancelled")

// Workers does the jobs of a queue, a bounded number at a time.
type Workers struct {
	log   *slog.Logger
	queue *Queue
	kinds map[string]Kind
	slots int
	told  instruments

	lease, heartbeat time.Duration // the constants, but for tests
}

// NewWorkers makes the workers of this process, slots of them. With none, jobs are left to other processes, and this one only tells the
// metrics how long the queue is.
func NewWorkers(log *slog.Logger, q *Queue, slots int, kinds map[string]Kind) *Workers {
	return &Workers{log: log, queue: q, kinds: kinds, slots: slots, told: newInstruments(), lease: lease, heartbeat: heartbeat}
}

// endTime is kept for writing down how a job ended, while the database comes back.
const endTime = 20 * time.Second

// Part does jobs as long as the program runs. Stopping it finishes those that are running, which may have been paid
// for: it has the longest deadline of a job for that, and endTime.
func (w *Workers) Part() lifecycle.Part {
	part := lifecycle.Loop("workers", w.Run)
	for _, kind := range w.kinds {
		part.Budget = max(part.Budget, kind.Deadline+endTime)
	}
	return part
}

// Run does jobs until ctx ends. Jobs that are running then are finished first: stopping a worker costs
// no visitor anything.
func (w *Workers) Run(ctx context.Context) error {
	if err := w.measure(); err != nil {
		return err
	}
	var running sync.WaitGroup
	defer running.Wait()
	free := make(chan struct{}, w.slots)
	for {
		select {
		case <-ctx.Done():
			return nil
		case free <- struct{}{}:
		}
		job, holder, ok := w.next(ctx)
		if !ok {
			return nil
		}
		running.Go(func() {
			defer func() { <-free }()
			w.do(context.WithoutCancel(ctx), job, holder)
		})
	}
}

// next waits for a job and claims it for a new holder; ok is false when ctx ended first.
func (w *Workers) next(ctx context.Context) (job Job, holder uuid.UUID, ok bool) {
	for ctx.Err() == nil {
		holder = uuid.New()
		job, err := w.claim(ctx, holder)
		if err == nil {
			w.queue.changed.tell(job.ID)
			return job, holder, true
		}
		if !errors.Is(err, pgx.ErrNoRows) && ctx.Err() == nil {
			w.log.WarnContext(ctx, "claim a job", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-w.queue.queued:
		case <-time.After(pollEvery):
		}
	}
	return Job{}, holder, false
}

// take leases a job that nobody holds: one whose worker died, else the first in the order of waiting. A lane waits since it was last
// served, or since its oldest job came when that is later: so no lane is served twice while another waits, and one that has only
// just come goes behind all that wait. It relies on the partial index jobs_open (id), which has the open jobs only.
const take = `
WITH next AS (
	SELECT id FROM jobs LEFT JOIN job_lanes USING (lane)
	WHERE kind = ANY($3) AND (state = 'queued' OR (state = 'running' AND lease_until < now() AND attempt < $4))
	ORDER BY state = 'queued', greatest(served_at, created_at), created_at, id
	LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED
), leased AS (
	UPDATE jobs SET state = 'running', version = version + 1, attempt = attempt + 1, holder = $1, lease_until = now() + $2,
		started_at = coalesce(started_at, now()), position = NULL, estimate_ms = NULL
	WHERE id = (SELECT id FROM next)
	RETURNING *
), served AS (
	INSERT INTO job_lanes (lane, served_at) SELECT lane, clock_timestamp() FROM leased
	ON CONFLICT (lane) DO UPDATE SET served_at = excluded.served_at
)
SELECT ` + columns + ` FROM leased`

// claim takes the next job for a new holder, or is pgx.ErrNoRows.
func (w *Workers) claim(ctx context.Context, holder uuid.UUID) (Job, error) {
	rows, _ := w.queue.pool.Query(ctx, take, holder, w.lease, slices.Collect(maps.Keys(w.kinds)), maxAttempts)
	return pgx.CollectExactlyOneRow(rows, scan)
}

// do runs the handler on the trace of the request that created the job, and writes down how it ended.
func (w *Workers) do(ctx context.Context, job Job, holder uuid.UUID) {
	kind, id := w.kinds[job.Kind], job.ID
	job.progress = func(ctx context.Context, percent int) { w.progress(ctx, id, holder, percent) }
	ctx, span := otel.Tracer("mcwick/jobs").Start(telemetry.ContinueTrace(ctx, job.trace), "job "+job.Kind,
		trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.String("job.id", job.ID), attribute.Int("job.attempt", job.Attempt),
			attribute.Float64("job.waited_s", time.Since(job.Created).Seconds())))
	defer span.End()
	w.told.taken(ctx, job)
	began := time.Now()

	working, cancel := context.WithTimeout(ctx, kind.Deadline)
	defer cancel()
	working, lose := context.WithCancelCause(working)
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		w.beat(working, job, holder, lose)
	}()
	result, err := safely(working, kind.Handle, job)
	lost := errors.Is(context.Cause(working), errLost)
	cancel()
	<-beating
	if lost {
		w.told.ended(ctx, job, time.Since(began), "lost", "")
		w.log.InfoContext(ctx, "job lost", "job", job.ID)
		return
	}
	outcome, code := string(StateSucceeded), ""
	if err != nil {
		outcome, code = string(StateFailed), fault.From(err).Reason
		span.SetStatus(codes.Error, code)
		w.log.WarnContext(ctx, "job failed", "job", job.ID, "kind", job.Kind, "error", err)
	}
	w.told.ended(ctx, job, time.Since(began), outcome, code)
	if err := w.finish(ctx, job, holder, result, err); err != nil {
		// The lease runs out and the next worker finds what this one did.
		w.log.ErrorContext(ctx, "write down a job's end", "job", job.ID, "error", err)
	}
	w.queue.changed.tell(job.ID)
}

// safely turns a handler's panic into an error.
func safely(ctx context.Context, handle Handler, job Job) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fault.Recovered(p)
		}
	}()
	return handle(ctx, job)
}

// beat renews the lease until ctx ends, and ends the handler's context when the job is not ours any
// more: taken over, or cancelled, of which this process hears at once.
func (w *Workers) beat(ctx context.Context, job Job, holder uuid.UUID, lose context.CancelCauseFunc) {
	tick := time.NewTicker(w.heartbeat)
	defer tick.Stop()
	changed, forget := w.queue.changed.watch(job.ID)
	defer forget()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-changed:
		}
		mine, err := w.renew(ctx, job, holder)
		switch {
		case mine:
			renewed = time.Now()
		case err == nil || time.Since(renewed) > w.lease-2*w.heartbeat: // given up before another may take it
			lose(errLost)
			return
		}
	}
}

// renew moves the lease on; mine is false when the job belongs to somebody else or to nobody.
func (w *Workers) renew(ctx context.Context, job Job, holder uuid.UUID) (mine bool, err error) {
	ctx, cancel := context.WithTimeout(telemetry.Untraced(ctx), w.heartbeat)
	defer cancel()
	tag, err := w.queue.pool.Exec(ctx, `UPDATE jobs SET lease_until = now() + $3
		WHERE id = $1 AND holder = $2 AND state = 'running'`, job.ID, holder, w.lease)
	return err == nil && tag.RowsAffected() == 1, err
}

// progress writes down how much of a job is done, unless it belongs to somebody else by now or more was told before.
func (w *Workers) progress(ctx context.Context, id string, holder uuid.UUID, percent int) {
	ctx, cancel := context.WithTimeout(telemetry.Untraced(ctx), w.heartbeat)
	defer cancel()
	tag, err := w.queue.pool.Exec(ctx, `UPDATE jobs SET percent = $3, version = version + 1
		WHERE id = $1 AND holder = $2 AND state = 'running' AND percent < $3`, id, holder, min(percent, 100))
	if err == nil && tag.RowsAffected() == 1 {
		w.queue.changed.tell(id)
	}
}

// finish writes the end of a job, unless it belongs to somebody else by now. It is tried for a few
// seconds, because work that was paid for is worth waiting for the database.
func (w *Workers) finish(ctx context.Context, job Job, holder uuid.UUID, result any, failure error) error {
	state, encoded := StateSucceeded, []byte(nil)
	var code, message *string
	if failure == nil {
		encoded, failure = json.Marshal(result)
	}
	if failure != nil {
		e := fault.From(failure)
		state, encoded, code, message = StateFailed, nil, &e.Reason, &e.Message
	}
	var err error
	for range 5 {
		_, err = w.queue.pool.Exec(ctx, `UPDATE jobs SET state = $3, version = version + 1, result = $4,
				error_code = $5, error_message = $6, finished_at = now(), lease_until = NULL
			WHERE id = $1 AND holder = $2 AND state = 'running'`, job.ID, holder, state, encoded, code, message)
		if err == nil {
			return nil
		}
		<-time.After(time.Second)
	}
	return err
}

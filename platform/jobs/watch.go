package jobs

import (
	"context"
	"time"

	"mcwick.example/platform/telemetry"
	"mcwick.example/platform/text"
)

// pollInterval finds changes that another process made.
const pollInterval = time.Second

// The bounds of a long poll.
const (
	maxPoll        = 25 * time.Second // so that proxies on the way do not cut it
	responseMargin = time.Second      // kept of a call's own deadline for answering
)

// Wait returns the visitor's job as soon as its version is above after, or as it was last seen when
// wait is over: after 25 s, and a second before ctx ends, at the latest. Everyone else gets
// ErrNotFound. The job is read when the wait begins and after each change, never because time
// passes: while the database is away, what waits goes on and then learns of the changes meanwhile.
func (q *Queue) Wait(ctx context.Context, id, visitor string, after int, wait time.Duration) (Job, error) {
	parsed, ok := text.ParseID(id)
	if !ok {
		return Job{}, ErrNotFound
	}
	wait = limitWait(ctx, wait)
	over := time.NewTimer(wait)
	defer over.Stop()
	w, forget := q.changed.watch(parsed)
	defer forget()
	for {
		job, err := q.Get(ctx, id, visitor)
		if err != nil || job.Version > after || job.State.IsFinal() || wait <= 0 {
			return job, err
		}
		q.changed.pollFor(w, job.Version)
		select {
		case <-ctx.Done():
			return job, ctx.Err()
		case <-over.C:
			return job, nil
		case <-w.changed:
		}
		ctx = telemetry.WithoutTrace(ctx) // the first look is on the trace
	}
}

// limitWait is how long a call may wait that wants to for so long.
func limitWait(ctx context.Context, wait time.Duration) time.Duration {
	wait = min(wait, maxPoll)
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)-responseMargin)
	}
	return wait
}

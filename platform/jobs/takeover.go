package jobs

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/telemetry"
)

// maxAttempts is how many workers may die of one job before it is given up.
const maxAttempts = 4

// runningJob is a job that a worker has.
type runningJob struct {
	ID         string
	Attempt    int
	LeaseUntil time.Time
}

// leaseTracker detects dead workers. An expired lease alone says nothing: while the database is
// away no worker can renew one. So a worker takes a job over only when it has itself seen the same
// lease for as long as leases last, without a gap in which it saw nothing.
type leaseTracker struct {
	mu        sync.Mutex
	known     map[string]observedLease // by job
	checkedAt time.Time                // when the queue was last seen
}

type observedLease struct {
	runningJob
	since time.Time
}

// record takes down what the queue showed to a question of that time. After a longer gap than so,
// all that was known before counts anew.
func (l *leaseTracker) record(requestedAt time.Time, gap time.Duration, all []runningJob) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	isGap := requestedAt.Sub(l.checkedAt) > gap
	known := make(map[string]observedLease, len(all))
	for _, job := range all {
		before, ok := l.known[job.ID]
		if !ok || isGap || before.Attempt != job.Attempt || !before.LeaseUntil.Equal(job.LeaseUntil) {
			before = observedLease{job, now}
		}
		known[job.ID] = before
	}
	l.known, l.checkedAt = known, now
}

// stale returns the jobs whose lease has been the same for so long.
func (l *leaseTracker) stale(lease time.Duration) (all []runningJob) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, job := range slices.SortedFunc(maps.Values(l.known),
		func(a, b observedLease) int { return a.since.Compare(b.since) }) {
		if l.checkedAt.Sub(job.since) >= lease {
			all = append(all, job.runningJob)
		}
	}
	return all
}

// watchLeases records once a heartbeat that these workers are there, and looks at the leases, until ctx ends.
func (w *Workers) watchLeases(ctx context.Context) {
	defer w.deleteSlots(context.WithoutCancel(ctx))
	tick := time.NewTicker(w.heartbeat)
	defer tick.Stop()
	for {
		err := w.recordSlots(ctx)
		if err == nil { // a database that only reads shows leases that no worker can renew
			err = w.checkLeases(ctx)
		}
		if err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "checking leases failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// recordSlots records that these workers are there.
func (w *Workers) recordSlots(ctx context.Context) error {
	// Stopping does not interrupt it: it could take effect after deleteSlots.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(telemetry.WithoutTrace(ctx)), w.heartbeat)
	defer cancel()
	_, err := w.queue.pool.Exec(ctx, `INSERT INTO job_workers (id, slots, seen_at) VALUES ($1, $2, now())
		ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`, w.id, w.slots)
	return err
}

// deleteSlots records that these workers take no more jobs. When it fails they count for some seconds more.
func (w *Workers) deleteSlots(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	_, _ = w.queue.pool.Exec(ctx, `DELETE FROM job_workers WHERE id = $1`, w.id)
}

// checkLeases relies on the partial index jobs_open. It gives up jobs that killed every worker who
// took them.
func (w *Workers) checkLeases(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(telemetry.WithoutTrace(ctx), 2*w.heartbeat)
	defer cancel()
	requestedAt := time.Now()
	all, err := postgres.QueryRows(ctx, w.queue.pool, pgx.RowToStructByName[runningJob],
		`SELECT id, attempt, lease_until FROM jobs WHERE state = 'running' AND kind = ANY($1)`,
		slices.Collect(maps.Keys(w.kinds)))
	if err != nil {
		return err
	}
	w.leases.record(requestedAt, 4*w.heartbeat, all)
	for _, job := range w.leases.stale(w.lease) {
		if job.Attempt < maxAttempts {
			continue
		}
		kinds, err := postgres.QueryRows(ctx, w.queue.pool, pgx.RowTo[string], giveUpQuery, job.ID, job.Attempt,
			job.LeaseUntil, errGivenUp.Reason, errGivenUp.Message)
		if err != nil {
			return err
		}
		for _, kind := range kinds { // unless others gave it up before
			// a worker that dies records no end
			w.metrics.recordEnd(ctx, Job{Kind: kind}, w.lease, string(StateFailed), errGivenUp.Reason)
			w.log.WarnContext(ctx, "job given up", "job", job.ID, "kind", kind)
		}
		w.queue.changed.notify(job.ID)
	}
	return nil
}

const giveUpQuery = `UPDATE jobs SET state = 'failed', version = version + 1, finished_at = now(), lease_until = NULL, error_code = $4, error_message = $5
	WHERE id = $1 AND attempt = $2 AND lease_until = $3 AND lease_until < now() AND state = 'running'
	RETURNING kind`

package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/telemetry"
	"mcwick.example/platform/text"
)

// A job is leased for lease; a worker must miss ten heartbeats before another may take its job
// over. The heartbeat also tells a worker that its job was cancelled through another process.
const (
	lease     = 10 * time.Second
	heartbeat = time.Second
)

// errLeaseLost ends the context of a handler whose job is no longer its own.
var errLeaseLost = errors.New("the job was taken over or cancelled")

// sendHeartbeats renews the lease and writes down the progress until ctx ends, and ends the
// handler's context when the job is not ours any more: taken over, or cancelled, of which this
// process hears at once. A database that does not answer says neither: the work goes on, and the
// lease is renewed by its attempt once the database is back, also when it has run out.
func (w *Workers) sendHeartbeats(ctx context.Context, job Job, holder uuid.UUID, lose context.CancelCauseFunc) {
	tick := time.NewTicker(w.heartbeat)
	defer tick.Stop()
	id, _ := text.ParseID(job.ID) // as the database gave it
	watch, forget := w.queue.changed.watch(id)
	defer forget()
	for {
		grew := false
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-watch.changed:
		case <-job.progress.increased:
			grew = true
		}
		mine, err := w.renewLease(ctx, job, holder)
		if err == nil && !mine {
			lose(errLeaseLost)
			return
		}
		if err == nil && grew {
			w.queue.changed.notifyOthers(job.ID, watch) // woken itself, it would renew the lease once more
		}
	}
}

// renewLease moves the lease on and writes down the progress; mine is false when another worker has
// the job or it is final.
func (w *Workers) renewLease(ctx context.Context, job Job, holder uuid.UUID) (mine bool, err error) {
	ctx, cancel := context.WithTimeout(telemetry.WithoutTrace(ctx), w.heartbeat)
	defer cancel()
	tag, err := w.queue.pool.Exec(ctx, `UPDATE jobs SET lease_until = now() + $3, percent = greatest(percent, $4),
			version = version + (percent < $4)::int
		WHERE id = $1 AND holder = $2 AND state = 'running'`, job.ID, holder, w.lease, job.progress.percent.Load())
	return err == nil && tag.RowsAffected() == 1, err
}

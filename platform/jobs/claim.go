package jobs

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// leaseNextQuery leases the job of next to the holder $1, for $2.
const leaseNextQuery = `, leased AS (
	UPDATE jobs SET state = 'running', version = version + 1, attempt = attempt + 1, holder = $1, lease_until = now() + $2,
		started_at = coalesce(started_at, now()), position = NULL, estimate_ms = NULL
	WHERE id = (SELECT id FROM next)
	RETURNING *
), served AS (
	INSERT INTO job_lanes (lane, served_at) SELECT lane, clock_timestamp() FROM leased
	ON CONFLICT (lane) DO UPDATE SET served_at = excluded.served_at
)
SELECT ` + jobColumns + ` FROM leased`

// claimQuery leases the first job in the order of waiting. A lane waits since it was last served,
// or since its oldest job came when that is later: so no lane is served twice while another waits,
// and one that has only just come goes behind all that wait. It relies on the partial index
// jobs_open (id), which has the open jobs only.
const claimQuery = `
WITH next AS (
	SELECT id FROM jobs LEFT JOIN job_lanes USING (lane)
	WHERE kind = ANY($3) AND state = 'queued'
	ORDER BY greatest(served_at, created_at), created_at, id
	LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED
)` + leaseNextQuery

// takeOverQuery leases a job whose worker died, as it was seen. A lease that was renewed since is
// another one, also when the database executes this statement long after it was sent.
const takeOverQuery = `
WITH next AS (
	SELECT id FROM jobs WHERE id = $3 AND attempt = $4 AND lease_until = $5 AND lease_until < now() AND state = 'running'
	FOR UPDATE SKIP LOCKED
)` + leaseNextQuery

// claim leases the next job to a new holder, first one whose worker died, or is pgx.ErrNoRows.
func (w *Workers) claim(ctx context.Context, holder uuid.UUID) (Job, error) {
	for _, l := range w.leases.stale(w.lease) {
		if l.Attempt >= maxAttempts {
			continue
		}
		if job, err := w.takeOver(ctx, holder, l); !errors.Is(err, pgx.ErrNoRows) {
			return job, err
		}
	}
	rows, _ := w.queue.pool.Query(ctx, claimQuery, holder, w.lease, slices.Collect(maps.Keys(w.kinds)))
	return pgx.CollectExactlyOneRow(rows, scanLeased)
}

func (w *Workers) takeOver(ctx context.Context, holder uuid.UUID, l runningJob) (Job, error) {
	rows, _ := w.queue.pool.Query(ctx, takeOverQuery, holder, w.lease, l.ID, l.Attempt, l.LeaseUntil)
	return pgx.CollectExactlyOneRow(rows, scanLeased)
}

func scanLeased(row pgx.CollectableRow) (Job, error) {
	job, err := scanJob(row)
	job.progress = newProgress()
	return job, err
}

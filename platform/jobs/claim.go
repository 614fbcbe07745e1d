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
)`

const leasedQuery = `
SELECT ` + jobColumns + ` FROM leased`

// claimQuery leases the job with the smallest tag. A tag that is the lane's or the supernet's is
// that of all of their jobs: then the next ones decide. A reserved turn costs the settled flow that
// takes it, but not its networks, whose other flows would pay for it, and the clock stays: its job
// may be far behind.
//
// Only the first jobs are ordered to be locked, because that is faster; there are as many as claims
// at one moment may have locked, with room to spare.
//
// It relies on the partial index jobs_open (id), which has the open jobs only. Rows of job_turns
// are locked in the order of the levels, so claims do not lock each other out.
const claimQuery = `
WITH first AS (
	SELECT jobs.id, clock.time, greatest(clock.time, flow.finish, lane.finish, supernet.finish) AS tag,
		greatest(clock.time, flow.finish, lane.finish) AS lane_tag, greatest(clock.time, flow.finish) AS flow_tag,
		` + waitingSince + ` AS since, created_at, clock.claims % $4 = $4 - 1 AND standing = 'settled' AS reserved
	FROM jobs` + finishesJoin + `
	WHERE kind = ANY($3) AND state = 'queued'
	ORDER BY reserved DESC, tag, lane_tag, flow_tag, since, created_at, id LIMIT $5
), next AS (
	SELECT first.* FROM first JOIN jobs USING (id) WHERE jobs.state = 'queued'
	ORDER BY reserved DESC, tag, lane_tag, flow_tag, since, first.created_at, id
	LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED
)` + leaseNextQuery + `, charged AS (
	INSERT INTO job_turns (level, key, finish, cost, served_at)
	SELECT level, key, start + cost, cost, clock_timestamp()
	FROM next JOIN leased USING (id) CROSS JOIN LATERAL (VALUES
		('flow', coalesce(nullif(flow, ''), lane), flow_tag, 1.0::double precision, true),
		('lane', lane, lane_tag, 1 / lane_weight, NOT reserved),
		('supernet', supernet, tag, 1 / supernet_weight, NOT reserved AND supernet <> '')
	) AS of (level, key, start, cost, pays)
	WHERE pays
	ON CONFLICT (level, key) DO UPDATE SET finish = greatest(job_turns.finish + excluded.cost, excluded.finish),
		cost = excluded.cost, served_at = excluded.served_at
), advanced AS (
	INSERT INTO job_clock (time, claims) SELECT CASE WHEN reserved THEN time ELSE tag END, 1 FROM next JOIN leased USING (id)
	ON CONFLICT (id) DO UPDATE SET time = greatest(job_clock.time, excluded.time), claims = job_clock.claims + 1
)` + leasedQuery

// takeOverQuery leases a job whose worker died, as it was seen. A lease that was renewed since is
// another one, also when the database executes this statement long after it was sent.
const takeOverQuery = `
WITH next AS (
	SELECT id FROM jobs WHERE id = $3 AND attempt = $4 AND lease_until = $5 AND lease_until < now() AND state = 'running'
	FOR UPDATE SKIP LOCKED
)` + leaseNextQuery + leasedQuery

// concurrentClaims is more than the claims that all processes together make at one moment.
const concurrentClaims = 100

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
	rows, _ := w.queue.pool.Query(ctx, claimQuery, holder, w.lease, slices.Collect(maps.Keys(w.kinds)),
		reservedEvery, concurrentClaims)
	return pgx.CollectExactlyOneRow(rows, scanLeased)
}

// hasQueued reports whether a job waits, locked or not. It relies on the partial index jobs_open.
func (w *Workers) hasQueued(ctx context.Context) (found bool) {
	err := w.queue.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM jobs WHERE kind = ANY($1) AND state = 'queued')`,
		slices.Collect(maps.Keys(w.kinds))).Scan(&found)
	return found && err == nil
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

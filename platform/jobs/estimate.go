package jobs

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/postgres"
)

// MaxWait bounds the time in the queue. A job that would wait longer is refused at once, with the
// time to come back.
const MaxWait = 5 * time.Minute

// maxPerLane bounds how many jobs of one lane wait at a time, whatever time they would take: there
// is room for a household or a university, and no one of them fills the table. A lane of many flows
// with evidence may have one for every second of them. Jobs that are added at the same moment do
// not see each other, so they may exceed it by as many as the pools of this database have
// connections.
const maxPerLane = 50

// throughput is how fast the queue moves.
type throughput struct {
	workers int
	unit    float64 // seconds that one worker needs for a unit of size; 0 when it could not be measured
}

// wait is how long the workers need for work of a size.
func (p throughput) wait(size float64) time.Duration {
	return time.Duration(size * p.unit / float64(max(p.workers, 1)) * float64(time.Second))
}

// throughputEstimator measures how fast the queue moves, at most once a second.
type throughputEstimator struct {
	pool    *pgxpool.Pool
	initial float64 // seconds for a unit of size while none has been seen

	mu   sync.Mutex
	last throughput
	at   time.Time
}

// throughputQuery relies on the partial indexes jobs_open and jobs_finished. While jobs have waited for longer than
// a worker takes to find one, every worker is busy, so those running are all the workers there are. Otherwise those
// of the processes that were seen lately are free as well. What has no size measures nothing.
const throughputQuery = `SELECT
	(SELECT greatest(count(*) FILTER (WHERE state = 'running'),
			CASE WHEN bool_or(state = 'queued' AND created_at < now() - interval '2 seconds') THEN 1
				ELSE (SELECT sum(slots) FROM job_workers WHERE seen_at > now() - interval '5 seconds') END, 1)
		FROM jobs WHERE state IN ('queued', 'running')) AS workers,
	(SELECT coalesce(sum(extract(epoch FROM finished_at - started_at)) FILTER (WHERE size IS NOT NULL) / sum(size), $1) FROM
		(SELECT finished_at, started_at, size FROM jobs WHERE state = 'succeeded' ORDER BY finished_at DESC LIMIT 20) recent) AS unit`

// measure returns the throughput.
func (k *throughputEstimator) measure(ctx context.Context) (throughput, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if time.Since(k.at) < time.Second {
		return k.last, nil
	}
	var now throughput
	if err := k.pool.QueryRow(ctx, throughputQuery, k.initial).Scan(&now.workers, &now.unit); err != nil {
		return throughput{}, postgres.Fault(err)
	}
	k.last, k.at = now, time.Now()
	return now, nil
}

// positionsQuery numbers the waiting jobs in the order in which claims will take them if no more
// come. Flow by flow, lane by lane, and supernet by supernet, each job has the tag that it will
// have when those before it are served. Then every fifth turn is given to the first job of a settled
// device: at most four others are served before the first of those, eight before the second, and
// so on. work is the size of a job and of all before it; $1 is the size of a job that has none.
const positionsQuery = `
WITH in_flows AS (
	SELECT id, jobs.lane, coalesce(nullif(jobs.supernet, ''), jobs.lane) AS supernet, lane_weight, supernet_weight,
		(standing = 'settled')::integer AS settled, created_at, coalesce(size, $1) AS size, ` + waitingSince + ` AS since,
		greatest(clock.time, flow.finish) + row_number() OVER (
			PARTITION BY coalesce(nullif(jobs.flow, ''), jobs.lane) COLLATE "C" ORDER BY created_at, id) - 1 AS flow_tag,
		greatest(clock.time, lane.finish) AS lane_start, greatest(clock.time, supernet.finish) AS supernet_start
	FROM jobs` + finishesJoin + `
	WHERE state = 'queued'
), in_lanes AS (
	SELECT *, max(greatest(flow_tag, lane_start) - turn) OVER own + turn AS lane_tag
	FROM (
		SELECT *, (row_number() OVER own - 1) / lane_weight AS turn
		FROM in_flows WINDOW own AS (PARTITION BY lane COLLATE "C" ORDER BY flow_tag, since, created_at, id)
	) turns WINDOW own AS (PARTITION BY lane COLLATE "C" ORDER BY flow_tag, since, created_at, id)
), in_supernets AS (
	SELECT *, max(greatest(lane_tag, supernet_start) - step) OVER own + step AS tag
	FROM (
		SELECT *, (row_number() OVER own - 1) / supernet_weight AS step
		FROM in_lanes WINDOW own AS (PARTITION BY supernet COLLATE "C" ORDER BY lane_tag, flow_tag, since, created_at, id)
	) turns WINDOW own AS (PARTITION BY supernet COLLATE "C" ORDER BY lane_tag, flow_tag, since, created_at, id)
), ranked AS (
	SELECT *, row_number() OVER all_jobs AS rank, sum(settled) OVER all_jobs AS settled_rank
	FROM in_supernets WINDOW all_jobs AS (ORDER BY tag, lane_tag, flow_tag, since, created_at, id)
), places AS (
	SELECT id, created_at, tag, lane, lane_weight, size, row_number() OVER turns AS place, sum(size) OVER turns AS work
	FROM ranked WINDOW turns AS (ORDER BY CASE settled
		WHEN 1 THEN 2 * least(rank - settled_rank, ($2 - 1) * settled_rank) + 1 ELSE 2 * (rank - settled_rank) END, rank)
)`

// totalsQuery sums up the waiting jobs, all of them and those of a job's lane. It relies on the partial index
// jobs_open.
const totalsQuery = `
SELECT sum(coalesce(other.size, $1)), count(*) FILTER (WHERE other.lane = job.lane),
	greatest($2, floor(max(job.lane_weight) / 2))::integer
FROM jobs job, jobs other WHERE job.id = $3 AND other.state = 'queued'`

// checkCapacity refuses a job that was just added when its own turn is too far away, or when too many of its
// lane wait already. When all that waits is done within MaxWait no turn can be too far away, and the job's
// own place need not be known, which costs ten times as much.
func checkCapacity(ctx context.Context, tx pgx.Tx, id uuid.UUID, usual float64, pace throughput) error {
	var waiting, most int
	var total float64
	if err := tx.QueryRow(ctx, totalsQuery, usual, maxPerLane, id).Scan(&total, &waiting, &most); err != nil {
		return err
	}
	if waiting <= most && pace.wait(total) <= MaxWait {
		return nil
	}
	return checkPlace(ctx, tx, id, usual, pace)
}

// checkPlace refuses a job that was just added when its own turn is too far away, or when too
// many of its lane wait already. How many jobs of others wait behind it does not matter, nor how long it
// will take itself: were the next one refused because the last ones were slow, none would ever be faster. A
// pace that could not be measured refuses no job for its wait.
func checkPlace(ctx context.Context, tx pgx.Tx, id uuid.UUID, usual float64, pace throughput) error {
	var waiting, most int
	var before, first float64
	err := tx.QueryRow(ctx, positionsQuery+`
		SELECT work - job.size, of_lane.waiting, greatest($3, floor(lane_weight / 2))::integer, of_lane.first
		FROM places job, LATERAL (SELECT count(*) AS waiting, min(work) AS first FROM places WHERE lane = job.lane) of_lane
		WHERE id = $4`,
		usual, reservedEvery, maxPerLane, id).Scan(&before, &waiting, &most, &first)
	if err != nil {
		return err
	}
	if waiting > most {
		return ErrLaneFull.WithRetryAfter(max(pace.wait(first), time.Second))
	}
	if over := pace.wait(before) - MaxWait; over > 0 {
		return ErrQueueFull.WithRetryAfter(over)
	}
	return nil
}

// estimateLock is the advisory lock of the one process that writes the forecast at a time.
const estimateLock = 0x6d63_7769_636c

// updatePositionsQuery keeps of each job its true place, and the smallest one ever shown, so that
// the shown number never grows. A job waits for what is left of those that run, and for those before
// it. Its estimate is written again when its place changes, and when it is a fifth off, so that those
// who watch are not woken each second. $3 is how long a unit of size takes, in milliseconds, and $4 how
// many workers there are.
const updatePositionsQuery = positionsQuery + `, running AS (
	SELECT coalesce(sum(greatest(coalesce(size, $1) * $3 - 1000 * extract(epoch FROM now() - started_at), 0)), 0) AS remaining
	FROM jobs WHERE state = 'running'
), estimates AS (
	SELECT id, place, (((work - size) * $3 + remaining) / $4)::bigint AS estimate FROM places, running
)
UPDATE jobs SET version = version + 1, ahead = place, position = least(position, place), estimate_ms = estimate
FROM estimates WHERE jobs.id = estimates.id AND state = 'queued'
	AND (ahead IS DISTINCT FROM place OR abs(estimate - estimate_ms) > estimate_ms / 5 + 1000)
RETURNING jobs.id`

// expireQuery fails what has waited longer than anybody was promised, because workers were lost
// meanwhile.
const expireQuery = `
UPDATE jobs SET state = 'failed', version = version + 1, finished_at = now(), error_code = $1, error_message = $2
WHERE state = 'queued' AND created_at < now() - $3::interval
RETURNING id`

// updateInterval is between updates of the estimates: a second, less what ticks vary.
const updateInterval = 900 * time.Millisecond

// isEstimatedQuery reports whether the estimates were updated within the last $1.
const isEstimatedQuery = `SELECT EXISTS (SELECT FROM job_clock
	WHERE estimated_at BETWEEN clock_timestamp() - $1::interval AND clock_timestamp())`

// recordUpdateQuery locks the clock that claims need, so it comes last.
const recordUpdateQuery = `INSERT INTO job_clock (time, claims, estimated_at) VALUES (0, 0, clock_timestamp())
	ON CONFLICT (id) DO UPDATE SET estimated_at = excluded.estimated_at`

// UpdateEstimates makes the positions and estimates of waiting jobs true once more; call it each
// second. Of several processes one does it.
func (q *Queue) UpdateEstimates(ctx context.Context) error {
	pace, err := q.throughput.measure(ctx)
	if err != nil {
		return err
	}
	var changed []string
	err = postgres.InTx(ctx, q.pool, func(tx pgx.Tx) error {
		var mine, isEstimated bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, estimateLock).Scan(&mine); err != nil ||
			!mine {
			return err
		}
		// A statement of its own sees what the last one that had the lock did.
		if err := tx.QueryRow(ctx, isEstimatedQuery, q.interval).Scan(&isEstimated); err != nil || isEstimated {
			return err
		}
		expired, err := postgres.QueryRows(ctx, tx, pgx.RowTo[string], expireQuery, errGivenUp.Reason,
			errGivenUp.Message, MaxWait+time.Minute)
		if err != nil {
			return err
		}
		placed, err := postgres.QueryRows(ctx, tx, pgx.RowTo[string], updatePositionsQuery, q.usual, reservedEvery,
			1000*pace.unit, pace.workers)
		if err != nil {
			return err
		}
		changed = slices.Concat(expired, placed)
		_, err = tx.Exec(ctx, recordUpdateQuery)
		return err
	})
	for _, id := range changed {
		q.changed.notify(id)
	}
	return err
}

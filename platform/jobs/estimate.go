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

// throughputEstimator measures how fast the queue moves, at most once a second.
type throughputEstimator struct {
	pool    *pgxpool.Pool
	initial time.Duration // how long a job takes while none has been seen

	mu   sync.Mutex
	last time.Duration
	at   time.Time
}

// throughputQuery relies on the partial indexes jobs_open and jobs_finished. While jobs wait every
// worker is busy, so those running are all the workers there are.
const throughputQuery = `SELECT
	(SELECT greatest(count(*), 1) FROM jobs WHERE state = 'running'),
	(SELECT coalesce(avg(extract(epoch FROM finished_at - started_at)), $1) FROM
		(SELECT finished_at, started_at FROM jobs WHERE state = 'succeeded' ORDER BY finished_at DESC LIMIT 20) recent)`

// interval is the time between two jobs that leave the queue.
func (k *throughputEstimator) interval(ctx context.Context) (time.Duration, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if time.Since(k.at) < time.Second {
		return k.last, nil
	}
	var running int
	var seconds float64
	if err := k.pool.QueryRow(ctx, throughputQuery, k.initial.Seconds()).Scan(&running, &seconds); err != nil {
		return 0, postgres.Fault(err)
	}
	k.last = time.Duration(seconds / float64(running) * float64(time.Second))
	k.at = time.Now()
	return k.last, nil
}

// positionsQuery numbers the waiting jobs in the order in which claims will take them if no more
// come. Flow by flow, lane by lane, and supernet by supernet, each job has the tag that it will
// have when those before it are served. Then every fifth turn is given to the first job of a settled
// device: at most four others are served before the first of those, eight before the second, and
// so on.
const positionsQuery = `
WITH in_flows AS (
	SELECT id, jobs.lane, coalesce(nullif(jobs.supernet, ''), jobs.lane) AS supernet, lane_weight, supernet_weight,
		(standing = 'settled')::integer AS settled, created_at, ` + waitingSince + ` AS since,
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
	SELECT id, created_at, tag, lane, lane_weight, row_number() OVER (ORDER BY CASE settled
		WHEN 1 THEN 2 * least(rank - settled_rank, ($2 - 1) * settled_rank) + 1 ELSE 2 * (rank - settled_rank) END, rank) AS place
	FROM ranked
)`

// checkCapacity refuses a job that was just added when its own turn is too far away, or when too
// many of its lane wait already. How many jobs of others wait behind it does not matter. A pace of
// 0 is none that could be measured, and refuses no job for its wait.
func checkCapacity(ctx context.Context, tx pgx.Tx, id uuid.UUID, each time.Duration) error {
	var place, waiting, most, first int
	err := tx.QueryRow(ctx, positionsQuery+`
		SELECT place, of_lane.waiting, greatest($3, floor(lane_weight / 2))::integer, of_lane.first
		FROM places job, LATERAL (SELECT count(*) AS waiting, min(place) AS first FROM places WHERE lane = job.lane) of_lane
		WHERE id = $1`,
		id, reservedEvery, maxPerLane).Scan(&place, &waiting, &most, &first)
	if err != nil {
		return err
	}
	if waiting > most {
		return ErrLaneFull.WithRetryAfter(max(time.Duration(first)*each, time.Second))
	}
	if over := time.Duration(place)*each - MaxWait; over > 0 {
		return ErrQueueFull.WithRetryAfter(over)
	}
	return nil
}

// estimateLock is the advisory lock of the one process that writes the forecast at a time.
const estimateLock = 0x6d63_7769_636c

// updatePositionsQuery keeps of each job its true place, and the smallest one ever shown, so that
// the shown number never grows.
const updatePositionsQuery = positionsQuery + `
UPDATE jobs SET version = version + 1, ahead = place, position = least(position, place), estimate_ms = place * $1
FROM places WHERE jobs.id = places.id AND state = 'queued' AND ahead IS DISTINCT FROM place
RETURNING jobs.id`

// expireQuery fails what has waited longer than anybody was promised, because workers were lost
// meanwhile.
const expireQuery = `
UPDATE jobs SET state = 'failed', version = version + 1, finished_at = now(), error_code = $1, error_message = $2
WHERE state = 'queued' AND created_at < now() - $3::interval
RETURNING id`

// UpdateEstimates makes the positions and estimates of waiting jobs true once more; call it each
// second. Of several processes one does it at a time.
func (q *Queue) UpdateEstimates(ctx context.Context) error {
	each, err := q.throughput.interval(ctx)
	if err != nil {
		return err
	}
	var changed []string
	err = postgres.InTx(ctx, q.pool, func(tx pgx.Tx) error {
		var mine bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, estimateLock).Scan(&mine); err != nil ||
			!mine {
			return err
		}
		rows, _ := tx.Query(ctx, expireQuery, errGivenUp.Reason, errGivenUp.Message, MaxWait+time.Minute)
		expired, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		rows, _ = tx.Query(ctx, updatePositionsQuery, each.Milliseconds(), reservedEvery)
		placed, err := pgx.CollectRows(rows, pgx.RowTo[string])
		changed = slices.Concat(expired, placed)
		return err
	})
	for _, id := range changed {
		q.changed.notify(id)
	}
	return err
}

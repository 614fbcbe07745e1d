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
// is room for a household or a university, and no one of them fills the table. Jobs that are added
// at the same moment do not see each other, so they may exceed it by as many as the pools of this
// database have connections.
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

// positionsQuery numbers the waiting jobs in the order in which take will take them: every lane's
// oldest job, in the order of how long the lanes have waited, then every lane's second in the same
// order, and so on.
const positionsQuery = `
WITH waiting AS (
	SELECT id, lane, row_number() OVER own AS turn, first_value(greatest(served_at, created_at)) OVER own AS since,
		first_value(created_at) OVER own AS oldest, first_value(id) OVER own AS first
	FROM jobs LEFT JOIN job_lanes USING (lane) WHERE state = 'queued'
	WINDOW own AS (PARTITION BY lane ORDER BY created_at, id)
), places AS (
	SELECT id, lane, turn, row_number() OVER (ORDER BY turn, since, oldest, first) AS place FROM waiting
)`

// checkCapacity refuses a job that was just added when its own turn is too far away, or when too
// many of its lane wait already. How many jobs of others wait behind it does not matter. A pace of
// 0 is none that could be measured, and refuses no job for its wait.
func checkCapacity(ctx context.Context, tx pgx.Tx, id uuid.UUID, each time.Duration) error {
	var place, turn, first int
	err := tx.QueryRow(ctx, positionsQuery+`
		SELECT place, turn, (SELECT min(place) FROM places p WHERE p.lane = job.lane) FROM places job WHERE id = $1`,
		id).Scan(&place, &turn, &first)
	if err != nil {
		return err
	}
	if turn > maxPerLane {
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
		rows, _ = tx.Query(ctx, updatePositionsQuery, each.Milliseconds())
		placed, err := pgx.CollectRows(rows, pgx.RowTo[string])
		changed = slices.Concat(expired, placed)
		return err
	})
	for _, id := range changed {
		q.changed.notify(id)
	}
	return err
}

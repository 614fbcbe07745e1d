package jobs

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/postgres"
)

// MaxWait bounds the time in the queue. Whoever would wait longer is refused at once, with the time to
// come back.
const MaxWait = 5 * time.Minute

// pace is how fast the queue moves: `waiting` jobs are in it, and one leaves it every `each`.
type pace struct {
	waiting int
	each    time.Duration
}

// wait is how long a job at the place will wait.
func (p pace) wait(place int) time.Duration { return time.Duration(place) * p.each }

// paceKeeper measures the pace, at most once a second.
type paceKeeper struct {
	pool  *pgxpool.Pool
	guess time.Duration // how long a job takes while none has been seen

	mu   sync.Mutex
	last pace
	at   time.Time
}

// measure relies on the partial indexes jobs_open and jobs_finished. While jobs wait every worker is
// busy, so those running are all the workers there are.
const measure = `SELECT
	(SELECT count(*) FROM jobs WHERE state = 'queued'),
	(SELECT greatest(count(*), 1) FROM jobs WHERE state = 'running'),
	(SELECT coalesce(avg(extract(epoch FROM finished_at - started_at)), $1) FROM
		(SELECT finished_at, started_at FROM jobs WHERE state = 'succeeded' ORDER BY finished_at DESC LIMIT 20) recent)`

func (k *paceKeeper) now(ctx context.Context) (pace, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if time.Since(k.at) < time.Second {
		return k.last, nil
	}
	var waiting, running int
	var seconds float64
	if err := k.pool.QueryRow(ctx, measure, k.guess.Seconds()).Scan(&waiting, &running, &seconds); err != nil {
		return pace{}, postgres.Fault(err)
	}
	k.last = pace{waiting: waiting, each: time.Duration(seconds / float64(running) * float64(time.Second))}
	k.at = time.Now()
	return k.last, nil
}

// full is ErrQueueFull when a new job would wait too long. A pace that cannot be measured refuses
// nobody: the insert that follows tells whether the database is there.
func (q *Queue) full(ctx context.Context) error {
	p, err := q.pace.now(ctx)
	if err != nil {
		return nil //nolint:nilerr // see above
	}
	if over := p.wait(p.waiting+1) - MaxWait; over > 0 {
		return ErrQueueFull.After(over)
	}
	return nil
}

// forecastLock is the advisory lock of the one process that writes the forecast at a time.
const forecastLock = 0x6d63_7769_636c

// place numbers the waiting jobs in the order in which claim will take them: in each lane by age, over
// all lanes in turn, the lane that was served longest ago first. Of each job it keeps the true place
// and the smallest one ever shown, so that nobody sees the number grow.
const place = `
WITH turns AS (
	SELECT id, lane, row_number() OVER (PARTITION BY lane ORDER BY id) AS turn FROM jobs WHERE state = 'queued'
), places AS (
	SELECT id, row_number() OVER (ORDER BY turn, served_at NULLS FIRST, id) AS place FROM turns LEFT JOIN job_lanes USING (lane)
)
UPDATE jobs SET version = version + 1, ahead = place, position = least(position, place), estimate_ms = place * $1
FROM places WHERE jobs.id = places.id AND state = 'queued' AND ahead IS DISTINCT FROM place
RETURNING jobs.id`

// expire fails what has waited longer than anybody was promised, because workers were lost meanwhile,
// and what killed every worker that took it.
const expire = `
UPDATE jobs SET state = 'failed', version = version + 1, finished_at = now(), error_code = $1, error_message = $2
WHERE (state = 'queued' AND created_at < now() - $3::interval)
	OR (state = 'running' AND lease_until < now() AND attempt >= $4)
RETURNING id`

// Forecast makes the positions and estimates of waiting jobs true once more; call it each second. Of
// several processes one does it at a time.
func (q *Queue) Forecast(ctx context.Context) error {
	p, err := q.pace.now(ctx)
	if err != nil {
		return err
	}
	var changed []string
	err = postgres.InTx(ctx, q.pool, func(tx pgx.Tx) error {
		var mine bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, forecastLock).Scan(&mine); err != nil || !mine {
			return err
		}
		rows, _ := tx.Query(ctx, expire, errGivenUp.Reason, errGivenUp.Message, MaxWait+time.Minute, maxAttempts)
		expired, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		rows, _ = tx.Query(ctx, place, p.each.Milliseconds())
		placed, err := pgx.CollectRows(rows, pgx.RowTo[string])
		changed = slices.Concat(expired, placed)
		return err
	})
	for _, id := range changed {
		q.changed.tell(id)
	}
	return err
}

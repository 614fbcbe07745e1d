package jobs

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/postgres"
)

// Backlog is what waits in a queue.
type Backlog struct {
	Waiting int
	Oldest  time.Duration // how long the oldest job has waited
	Wait    time.Duration // the estimated wait of a job that a new flow would add now
}

// backlogQuery counts what waits, and of that what is before a new flow: its tag is the clock's time.
const backlogQuery = positionsQuery + `
SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::double precision AS oldest,
	coalesce(sum(size) FILTER (WHERE tag <= coalesce((SELECT max(time) FROM job_clock), 0)), 0) AS ahead
FROM places`

// Backlog returns what waits.
func (q *Queue) Backlog(ctx context.Context) (Backlog, error) {
	pace, err := q.throughput.measure(ctx)
	if err != nil {
		return Backlog{}, err
	}
	return postgres.QueryRow(ctx, q.pool, pgx.ErrNoRows, func(row pgx.CollectableRow) (b Backlog, err error) {
		var oldest, ahead float64
		err = row.Scan(&b.Waiting, &oldest, &ahead)
		b.Oldest, b.Wait = time.Duration(oldest*float64(time.Second)), pace.wait(ahead)
		return b, err
	}, backlogQuery, q.usual, reservedEvery)
}

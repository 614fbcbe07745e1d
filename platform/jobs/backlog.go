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
	count(*) FILTER (WHERE tag <= coalesce((SELECT max(time) FROM job_clock), 0)) AS ahead
FROM places WHERE $1::integer IS NOT NULL`

// Backlog returns what waits.
func (q *Queue) Backlog(ctx context.Context) (Backlog, error) {
	each, err := q.throughput.interval(ctx)
	if err != nil {
		return Backlog{}, err
	}
	return postgres.QueryRow(ctx, q.pool, pgx.ErrNoRows, func(row pgx.CollectableRow) (b Backlog, err error) {
		var oldest float64
		var ahead int
		err = row.Scan(&b.Waiting, &oldest, &ahead)
		b.Oldest, b.Wait = time.Duration(oldest*float64(time.Second)), time.Duration(ahead)*each
		return b, err
	}, backlogQuery, 0, reservedEvery)
}

// Package postgres stores the jobs, the day's budget and the ledger of paid calls in the service's
// own database.
package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/generation/internal/generation"
)

// Queue implements generation.Queue: the jobs, and the day's budget that they reserve from.
type Queue struct {
	*jobs.Queue
	pool   *pgxpool.Pool
	budget int64 // micro-dollars a day
}

// guess is the estimated duration of a job before one was measured: a picture takes longer, a
// script and its voice take less.
const guess = 5 * time.Second

// NewQueue returns the queue with a daily budget in micro-dollars. A day keeps the budget with
// which it began, until an operator changes its row.
func NewQueue(pool *pgxpool.Pool, budget int64) *Queue {
	return &Queue{Queue: jobs.NewQueue(pool, guess), pool: pool, budget: budget}
}

// Add queues a job and reserves its price, both or neither.
func (q *Queue) Add(ctx context.Context, n jobs.NewJob, price int64) (jobs.Job, error) {
	if _, err := q.pool.Exec(ctx,
		`INSERT INTO budget_days (day, budget_micro_usd) VALUES (current_date, $1) ON CONFLICT DO NOTHING`,
		q.budget); err != nil {
		return jobs.Job{}, database.Fault(err)
	}
	job, err := q.Queue.Add(ctx, n, func(ctx context.Context, tx pgx.Tx, id string) error {
		if err := reserve(ctx, tx, id, price); err != nil {
			return err
		}
		return checkLaneShare(ctx, tx, n.Origin.Lane, price)
	})
	if errors.Is(err, generation.ErrBudget) {
		err = errors.Join(err, q.recordRefusal(ctx, n.Origin.Lane)) // after the transaction, which was rolled back
	}
	return job, err
}

// AddUnpaid queues a job without a reservation: no paid call is made for it.
func (q *Queue) AddUnpaid(ctx context.Context, n jobs.NewJob) (jobs.Job, error) {
	return q.Queue.Add(ctx, n, func(context.Context, pgx.Tx, string) error { return nil })
}

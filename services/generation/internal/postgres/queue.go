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
	pool     *pgxpool.Pool
	pressure pressureCache
	budget   int64      // micro-dollars a day
	byHour   bool       // whether the budget is released by the hour, or all of it at once
	now      *time.Time // of tests; nil is the database's
}

// guess is the estimated duration of a job before one was measured: a picture takes longer, a
// script and its voice take less.
const guess = 5 * time.Second

// NewQueue returns the queue with a daily budget in micro-dollars. A day keeps the budget with
// which it began, until an operator changes its row. It is released by the hour, or at once.
func NewQueue(pool *pgxpool.Pool, budget int64, byHour bool) *Queue {
	return &Queue{Queue: jobs.NewQueue(pool, guess), pool: pool, budget: budget, byHour: byHour}
}

// Add queues a job and reserves its price, both or neither.
func (q *Queue) Add(ctx context.Context, n jobs.NewJob, price int64) (jobs.Job, error) {
	now, err := q.openDay(ctx)
	if err != nil {
		return jobs.Job{}, database.Fault(err)
	}
	if price == 0 { // nothing of money binds
		return q.Queue.Add(ctx, n, func(ctx context.Context, tx pgx.Tx, id string) error {
			return reserve(ctx, tx, id, n.Origin, now, price)
		})
	}
	accounts, total, err := q.recordRequest(ctx, n.Origin, now)
	if err != nil {
		return jobs.Job{}, err
	}
	job, err := q.Queue.Add(ctx, n, func(ctx context.Context, tx pgx.Tx, id string) error {
		if err := reserve(ctx, tx, id, n.Origin, now, price); err != nil {
			return err
		}
		h, err := q.checkHour(ctx, tx, now, price, isSettled(n.Origin))
		if err != nil {
			return err
		}
		return q.checkShares(ctx, tx, accounts, total, h, now, price)
	})
	// Refusals are recorded after the transaction, which was rolled back.
	isNone := errors.Is(err, generation.ErrBudget) || errors.Is(err, generation.ErrHourBudget)
	if isNone || errors.Is(err, generation.ErrLaneShare) {
		err = errors.Join(err, q.recordRefusal(ctx, accounts, now, isNone))
	}
	return job, err
}

// AddUnpaid queues a job without a reservation: no paid call is made for it.
func (q *Queue) AddUnpaid(ctx context.Context, n jobs.NewJob) (jobs.Job, error) {
	return q.Queue.Add(ctx, n, func(context.Context, pgx.Tx, string) error { return nil })
}

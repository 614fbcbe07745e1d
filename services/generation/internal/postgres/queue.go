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

// Queue implements generation.Queue and generation.Scripts: the jobs, and the day's budget that they reserve from.
type Queue struct {
	*jobs.Queue
	pool     *pgxpool.Pool
	pressure pressureCache
	totals   weightsCache
	plan     BudgetPlan
	cost     costMeter
	now      *time.Time // of tests; nil is the database's
}

// guess is the estimated duration of a picture before one was measured: most models take longer, the
// composer takes less.
const guess = 5 * time.Second

// BudgetPlan is what may be spent when.
type BudgetPlan struct {
	// MicroUSD is the budget of a day. A day keeps what it began with, until an operator changes its
	// row.
	MicroUSD int64
	ByHour   bool // whether it is released by the hour, or all of it at once
	// DayBegins is how long after midnight UTC a day and its first hour begin; a day has the date on
	// which it begins.
	DayBegins time.Duration
}

// NewQueue returns the queue with a budget.
func NewQueue(pool *pgxpool.Pool, p BudgetPlan) *Queue {
	return &Queue{Queue: jobs.NewQueue(pool, guess), pool: pool, plan: p, cost: newCostMeter(),
		totals: weightsCache{age: time.Second}}
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
	evidence, err := q.CountEvidence(ctx, n.Origin)
	if err != nil {
		return jobs.Job{}, err
	}
	n.Evidence = &evidence
	accounts, total, err := q.recordRequest(ctx, n.Origin, evidence, now)
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

// maxScripts is how many scripts of a visitor are read, more than anybody asks for while one is spoken.
const maxScripts = 200

// WrittenFor returns the newest scripts that AI wrote for a visitor.
func (q *Queue) WrittenFor(ctx context.Context, visitor string) ([]generation.ScriptResult, error) {
	return generation.KindScript.Results(ctx, q.pool, visitor, maxScripts)
}

// AddUnpaid queues a job without a reservation: no paid call is made for it.
func (q *Queue) AddUnpaid(ctx context.Context, n jobs.NewJob) (jobs.Job, error) {
	return q.Queue.Add(ctx, n, func(context.Context, pgx.Tx, string) error { return nil })
}

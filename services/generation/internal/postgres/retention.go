package postgres

import (
	"context"
	"time"

	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// How long it is kept after a job's end what leads to its visitor.
const (
	jobsFor   = 30 * 24 * time.Hour
	lanesFor  = 7 * 24 * time.Hour // where they came from: hashes of the addresses' prefixes
	spokenFor = 7 * 24 * time.Hour // which texts the last release had spoken
)

// sweepTime bounds one pass; what is left is for the next one.
const sweepTime = 2 * time.Minute

// forgetRefusals relies on budget_refusals_age.
var forgetRefusals = database.DeleteOldest("budget_refusals", "refused_at", "refused_at < now() - $1::interval")

// Retention forgets jobs with their prompts, and before that where they came from. What they cost stays in the ledger.
type Retention struct {
	pool *pgxpool.Pool
	jobs *jobs.Sweep
}

// NewRetention makes the retention of a queue.
func NewRetention(q *Queue) *Retention { return &Retention{q.pool, jobs.NewSweep(q.pool, unsettled)} }

// unsettled gives those of some jobs whose money is still reserved. They are not settled, and wait.
func unsettled(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) ([]uuid.UUID, error) {
	return database.Rows(ctx, tx, pgx.RowTo[uuid.UUID], `SELECT job_id FROM reservations WHERE job_id = ANY($1)`, ids)
}

// Sweep makes one pass.
func (r *Retention) Sweep(ctx context.Context) error {
	now := time.Now()
	steps := append(r.jobs.Steps(now.Add(-jobsFor), now.Add(-lanesFor)),
		database.Batch(r.pool, forgetRefusals, shareAfterRefusal), database.Batch(r.pool, forgetSpoken, spokenFor))
	return database.InSteps(ctx, sweepTime, steps...)
}

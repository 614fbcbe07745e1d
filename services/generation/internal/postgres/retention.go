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
	jobRetention    = 30 * 24 * time.Hour
	laneRetention   = 7 * 24 * time.Hour // where they came from: hashes of the addresses' prefixes
	spokenRetention = 7 * 24 * time.Hour // which texts the last release had spoken
)

// sweepTimeout bounds one pass; what is left is for the next one.
const sweepTimeout = 2 * time.Minute

// deleteRefusals relies on budget_refusals_age.
var deleteRefusals = database.DeleteOldestSQL("budget_refusals", "refused_at", "refused_at < now() - $1::interval")

// Retention forgets jobs with their prompts, and before that where they came from. What they cost stays in the ledger.
type Retention struct {
	pool *pgxpool.Pool
	jobs *jobs.Sweeper
}

// NewRetention makes the retention of a queue.
func NewRetention(q *Queue) *Retention {
	return &Retention{q.pool, jobs.NewSweeper(q.pool, isUnsettled)}
}

// isUnsettled returns those of some jobs whose money is still reserved. They are not settled, and
// wait.
func isUnsettled(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) ([]uuid.UUID, error) {
	return database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], `SELECT job_id FROM reservations WHERE job_id = ANY($1)`, ids)
}

// Sweep makes one pass.
func (r *Retention) Sweep(ctx context.Context) error {
	now := time.Now()
	steps := append(r.jobs.Steps(now.Add(-jobRetention), now.Add(-laneRetention)),
		database.BatchStep(r.pool, deleteRefusals, refusalWindow), database.BatchStep(r.pool, deleteSpoken, spokenRetention))
	return database.RunSteps(ctx, sweepTimeout, steps...)
}

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

// How long data that leads to a job's visitor is kept after the job's end.
const (
	jobRetention     = 30 * 24 * time.Hour
	laneRetention    = 7 * 24 * time.Hour // networks of jobs: hashes of the addresses' prefixes
	accountRetention = 2 * time.Hour      // an hour's accounts, and the hour in which they count among others
	spokenRetention  = 7 * 24 * time.Hour // texts that the last release had spoken
)

// sweepTimeout limits one pass; the next one continues.
const sweepTimeout = 2 * time.Minute

// These rely on budget_refusals_age and budget_accounts_age.
var (
	deleteRefusals = database.DeleteOldestSQL("budget_refusals", "refused_at", "refused_at < now() - $1::interval")
	deleteAccounts = database.DeleteOldestSQL("budget_accounts", "asked_at", "asked_at < now() - $1::interval")
)

// Retention deletes jobs with their prompts, and before that their networks. Their cost stays in
// the ledger.
type Retention struct {
	pool *pgxpool.Pool
	jobs *jobs.Sweeper
	plan BudgetPlan // whose times the networks that asked have
}

// NewRetention returns the retention of a queue.
func NewRetention(q *Queue) *Retention {
	return &Retention{q.pool, jobs.NewSweeper(q.pool, isUnsettled), q.plan}
}

// isUnsettled returns the jobs whose money is still reserved. They are kept until they are settled.
func isUnsettled(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) ([]uuid.UUID, error) {
	return database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], `SELECT job_id FROM reservations WHERE job_id = ANY($1)`,
		ids)
}

// Sweep makes one pass.
func (r *Retention) Sweep(ctx context.Context) error {
	now := time.Now()
	steps := append(r.jobs.Steps(now.Add(-jobRetention), now.Add(-laneRetention)),
		database.BatchStep(r.pool, deleteRefusals, shareWindow+r.plan.DayBegins),
		database.BatchStep(r.pool, deleteAccounts, accountRetention+r.plan.DayBegins),
		database.BatchStep(r.pool, deleteSpoken, spokenRetention))
	return database.RunSteps(ctx, sweepTimeout, steps...)
}

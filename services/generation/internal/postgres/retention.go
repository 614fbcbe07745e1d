package postgres

import (
	"context"
	"time"

	database "mcwick.example/platform/postgres"
)

// How long it is kept after a job's end what leads to its visitor.
const (
	jobsFor  = 30 * 24 * time.Hour
	lanesFor = 7 * 24 * time.Hour // where they came from: hashes of the addresses' prefixes
)

// sweepMost bounds what one pass changes of the jobs, so that no transaction is long.
const sweepMost = 1000

// Both rely on jobs_ended. A job whose money is still reserved is not settled, and waits.
const (
	forgetJobs = `
DELETE FROM jobs WHERE id IN (
	SELECT id FROM jobs WHERE finished_at < now() - $1::interval AND NOT EXISTS (SELECT FROM reservations WHERE job_id = jobs.id)
	ORDER BY finished_at LIMIT $2)`
	forgetOrigins = `
UPDATE jobs SET lane = '' WHERE id IN (
	SELECT id FROM jobs WHERE finished_at < now() - $1::interval AND lane <> '' ORDER BY finished_at LIMIT $2)`
)

// Sweep forgets jobs with their prompts, and before that where they came from. What they cost stays in the ledger.
func (q *Queue) Sweep(ctx context.Context) error {
	if _, err := q.pool.Exec(ctx, forgetJobs, jobsFor, sweepMost); err != nil {
		return database.Fault(err)
	}
	if _, err := q.pool.Exec(ctx, forgetOrigins, lanesFor, sweepMost); err != nil {
		return database.Fault(err)
	}
	if _, err := q.pool.Exec(ctx, `DELETE FROM job_lanes WHERE served_at < now() - $1::interval`, lanesFor); err != nil {
		return database.Fault(err)
	}
	_, err := q.pool.Exec(ctx, `DELETE FROM budget_refusals WHERE refused_at < now() - $1::interval`, shareAfterRefusal)
	return database.Fault(err)
}

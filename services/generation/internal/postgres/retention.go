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

// sweepTime bounds one pass; what is left is for the next one.
const sweepTime = 2 * time.Minute

// These rely on jobs_ended, jobs_origins, job_lanes_age and budget_refusals_age. A job whose money is still reserved is not settled, and waits.
var (
	forgetJobs = database.DeleteOldest("jobs", "finished_at",
		"finished_at < now() - $1::interval AND NOT EXISTS (SELECT FROM reservations WHERE job_id = jobs.id)")
	forgetOrigins  = database.UpdateOldest("jobs", "lane = ''", "finished_at", "finished_at < now() - $1::interval AND lane <> ''")
	forgetLanes    = database.DeleteOldest("job_lanes", "served_at", "served_at < now() - $1::interval")
	forgetRefusals = database.DeleteOldest("budget_refusals", "refused_at", "refused_at < now() - $1::interval")
)

// Sweep forgets jobs with their prompts, and before that where they came from. What they cost stays in the ledger.
func (q *Queue) Sweep(ctx context.Context) error {
	return database.InSteps(ctx, sweepTime,
		database.Batch(q.pool, forgetJobs, jobsFor),
		database.Batch(q.pool, forgetOrigins, lanesFor),
		database.Batch(q.pool, forgetLanes, lanesFor),
		database.Batch(q.pool, forgetRefusals, shareAfterRefusal))
}

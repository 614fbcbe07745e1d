package jobs

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/postgres"
)

// RetainedJobs returns those of some ended jobs that must stay, such as those that something else
// is named after.
type RetainedJobs func(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) ([]uuid.UUID, error)

// Sweeper forgets old jobs. One that runs goes on where a pass of its own was cut.
type Sweeper struct {
	pool     *pgxpool.Pool
	retained RetainedJobs
	walk     *postgres.Walk // relies on jobs_ended
}

// NewSweeper makes a sweep that leaves the jobs that are needed.
func NewSweeper(pool *pgxpool.Pool, needed RetainedJobs) *Sweeper {
	return &Sweeper{pool, needed, postgres.NewWalk(pool, "jobs", "finished_at")}
}

// These rely on jobs_origins, job_lanes_age, job_turns_age and job_evidence_age; job_workers has a row for each
// process. The lanes of job_lanes are those that the last release served.
var (
	clearLanesQuery     = postgres.UpdateOldestSQL("jobs", "lane = '', flow = '', supernet = ''", "finished_at", "finished_at < $1 AND lane <> ''")
	deleteLanesQuery    = postgres.DeleteOldestSQL("job_lanes", "served_at", "served_at < $1")
	deleteTurnsQuery    = postgres.DeleteOldestSQL("job_turns", "served_at", "served_at < now() - $1::interval")
	deleteEvidenceQuery = postgres.DeleteOldestSQL("job_evidence", "asked_at", "asked_at < now() - $1::interval")
	deleteWorkersQuery  = postgres.DeleteOldestSQL("job_workers", "seen_at", "seen_at < now() - $1::interval")
)

// What decides turns is not needed for longer: no job waits for ten minutes, and evidence counts in its
// hour and the next one.
const (
	turnRetention     = 10 * time.Minute
	evidenceRetention = 2 * time.Hour
)

// Steps returns the steps that forget jobs which ended before a time, with what they were to do and
// left, and the lanes of jobs which ended before another. They are for postgres.RunSteps.
func (s *Sweeper) Steps(jobs, lanes time.Time) []postgres.Step {
	return []postgres.Step{
		s.walk.Step(jobs, s.deleteJobs), postgres.BatchStep(s.pool, clearLanesQuery, lanes),
		postgres.BatchStep(s.pool, deleteLanesQuery, lanes),
		postgres.BatchStep(s.pool, deleteTurnsQuery, turnRetention),
		postgres.BatchStep(s.pool, deleteEvidenceQuery, evidenceRetention),
		postgres.BatchStep(s.pool, deleteWorkersQuery, turnRetention),
	}
}

func (s *Sweeper) deleteJobs(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error {
	needed, err := s.retained(ctx, tx, ids)
	if err != nil {
		return err
	}
	ids = slices.DeleteFunc(ids, func(id uuid.UUID) bool { return slices.Contains(needed, id) })
	_, err = tx.Exec(ctx, `DELETE FROM jobs WHERE id = ANY($1)`, ids)
	return err
}

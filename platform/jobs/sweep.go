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

// Needed gives those of some ended jobs that must stay, such as those that something else is named after.
type Needed func(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) ([]uuid.UUID, error)

// Sweep forgets old jobs. One that runs goes on where a pass of its own was cut.
type Sweep struct {
	pool   *pgxpool.Pool
	needed Needed
	ended  *postgres.Walk // relies on jobs_ended
}

// NewSweep makes a sweep that leaves the jobs that are needed.
func NewSweep(pool *pgxpool.Pool, needed Needed) *Sweep {
	return &Sweep{pool, needed, postgres.NewWalk(pool, "jobs", "finished_at")}
}

// These rely on jobs_origins and job_lanes_age.
var (
	forgetOrigins = postgres.UpdateOldest("jobs", "lane = ''", "finished_at", "finished_at < $1 AND lane <> ''")
	forgetLanes   = postgres.DeleteOldest("job_lanes", "served_at", "served_at < $1")
)

// Steps gives the steps that forget jobs which ended before a time, with what they were to do and left, and the lanes of jobs which ended
// before another. They are for postgres.InSteps.
func (s *Sweep) Steps(jobs, lanes time.Time) []postgres.Step {
	return []postgres.Step{
		s.ended.Step(jobs, s.forget), postgres.Batch(s.pool, forgetOrigins, lanes), postgres.Batch(s.pool, forgetLanes, lanes),
	}
}

func (s *Sweep) forget(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error {
	needed, err := s.needed(ctx, tx, ids)
	if err != nil {
		return err
	}
	ids = slices.DeleteFunc(ids, func(id uuid.UUID) bool { return slices.Contains(needed, id) })
	_, err = tx.Exec(ctx, `DELETE FROM jobs WHERE id = ANY($1)`, ids)
	return err
}

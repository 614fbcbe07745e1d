package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/postgres"
)

// Kind is the name of a kind of job, and the types of what its jobs are to do and of what they
// leave when they succeed. Only this package knows that both are stored as JSON.
type Kind[Input, Result any] string

// Job makes n a job of this kind.
func (k Kind[Input, Result]) Job(n NewJob, input Input) NewJob {
	n.Kind, n.Input = string(k), input
	return n
}

// Input returns what a job of this kind is to do.
func (k Kind[Input, Result]) Input(job Job) (input Input, err error) {
	if err = json.Unmarshal(job.Input, &input); err != nil {
		err = fmt.Errorf("read input of job %s: %w", job.ID, err)
	}
	return input, err
}

// Result returns what a succeeded job of this kind left.
func (k Kind[Input, Result]) Result(job Job) (result Result, err error) {
	if err = json.Unmarshal(job.Result, &result); err != nil {
		err = fmt.Errorf("read result of job %s: %w", job.ID, err)
	}
	return result, err
}

// Work tells workers how jobs of this kind are done, and for how long one may be worked on.
func (k Kind[Input, Result]) Work(
	deadline time.Duration, do func(ctx context.Context, job Job, input Input) (Result, error),
) Work {
	return Work{Kind: string(k), Deadline: deadline, Handle: func(ctx context.Context, job Job) (any, error) {
		input, err := k.Input(job)
		if err != nil {
			return nil, err
		}
		return do(ctx, job, input)
	}}
}

// resultsQuery relies on jobs_intent.
const resultsQuery = `SELECT id, result FROM jobs WHERE visitor = $1 AND kind = $2 AND state = 'succeeded'
	ORDER BY created_at DESC LIMIT $3`

// Results returns what the newest n succeeded jobs of this kind left that a visitor asked for.
func (k Kind[Input, Result]) Results(
	ctx context.Context, db postgres.Queryer, visitor string, n int,
) ([]Result, error) {
	return postgres.QueryRows(ctx, db, func(row pgx.CollectableRow) (result Result, err error) {
		var job Job
		if err := row.Scan(&job.ID, &job.Result); err != nil {
			return result, err
		}
		return k.Result(job)
	}, resultsQuery, visitor, string(k), n)
}

// openInputsQuery relies on the partial index jobs_open.
const openInputsQuery = `SELECT id, input FROM jobs WHERE state IN ('queued', 'running') AND kind = $1`

// OpenInputs returns what the jobs of this kind are to do that are not final, as a transaction sees
// them.
func (k Kind[Input, Result]) OpenInputs(ctx context.Context, tx pgx.Tx) ([]Input, error) {
	found, err := postgres.QueryRows(ctx, tx, func(row pgx.CollectableRow) (job Job, err error) {
		return job, row.Scan(&job.ID, &job.Input)
	}, openInputsQuery, string(k))
	if err != nil {
		return nil, err
	}
	all := make([]Input, len(found))
	for i, job := range found {
		if all[i], err = k.Input(job); err != nil {
			return nil, err
		}
	}
	return all, nil
}

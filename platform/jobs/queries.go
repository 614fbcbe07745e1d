package jobs

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/postgres"
)

// What a service does beside the queue, in transactions of its own: keep what belongs to a job true
// to how the job stands.

// listQuery relies on the primary key: ids are ordered by time. Few jobs fail, and few are open, so of those it relies
// on jobs_ended_badly and jobs_open, whose conditions it names.
func listQuery(state State) string {
	condition := `$2 = '' OR state = $2`
	switch state {
	case StateFailed, StateCancelled:
		condition = `state = $2 AND state IN ('failed', 'cancelled')`
	case StateQueued, StateRunning:
		condition = `state = $2 AND state IN ('queued', 'running')`
	}
	return `SELECT ` + jobColumns + ` FROM jobs WHERE id < $1 AND (` + condition + `) ORDER BY id DESC LIMIT $3`
}

// List gives up to n jobs in a state, or in any when it is empty, that are older than the one of an
// id, newest first. uuid.Max is before all.
func (q *Queue) List(ctx context.Context, state State, olderThan uuid.UUID, n int) ([]Job, error) {
	return postgres.QueryRows(ctx, q.pool, scanJob, listQuery(state), olderThan, string(state), n)
}

// Lock keeps a job in its state until the transaction ends, for the worker that has its attempt: it
// returns the kind and the state, or ErrNotFound when another worker has taken the job over since.
func Lock(ctx context.Context, tx pgx.Tx, id string, attempt int) (kind string, state State, err error) {
	err = tx.QueryRow(ctx, `SELECT kind, state FROM jobs WHERE id = $1 AND attempt = $2 FOR SHARE`, id,
		attempt).Scan(&kind, &state)
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNotFound
	}
	return kind, state, err
}

// WaitForLocks waits for the transactions that keep a job in its state (Lock), and keeps others from doing so.
func WaitForLocks(ctx context.Context, tx pgx.Tx, id string) error {
	_, err := tx.Exec(ctx, `SELECT FROM jobs WHERE id = $1 FOR NO KEY UPDATE`, id)
	return err
}

// FilterFinal returns those of some jobs that are final, as a transaction sees them. They stay so.
func FilterFinal(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) ([]uuid.UUID, error) {
	return postgres.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID],
		`SELECT id FROM jobs WHERE id = ANY($1) AND state IN ('succeeded', 'failed', 'cancelled')`, ids)
}

// othersOpenQuery relies on the index jobs_open. Running jobs count as open, because with idle
// workers none is ever queued.
const othersOpenQuery = `SELECT EXISTS (SELECT FROM jobs WHERE state IN ('queued', 'running') AND lane <> $1)`

// HasOpenOfOtherLanes reports whether a job of another lane is open, as a transaction sees it.
func HasOpenOfOtherLanes(ctx context.Context, tx pgx.Tx, lane string) (open bool, err error) {
	err = tx.QueryRow(ctx, othersOpenQuery, lane).Scan(&open)
	return open, err
}

package jobs

import (
	"bytes"
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/postgres"
)

// cancelOpenQuery relies on the partial index jobs_open (id).
const cancelOpenQuery = `UPDATE jobs SET state = 'cancelled', version = version + 1, finished_at = now(), lease_until = NULL
	WHERE id = ANY(ARRAY(SELECT id FROM jobs WHERE state IN ('queued', 'running') ORDER BY id LIMIT $1 FOR UPDATE))
RETURNING id`

// CancelOpen ends up to n jobs that are not final, the oldest first, of any visitor, and returns
// how many. What `also` does happens in the same transaction, and only when there are any.
func (q *Queue) CancelOpen(
	ctx context.Context, n int, also func(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error,
) (int, error) {
	var ids []uuid.UUID
	err := postgres.InTx(ctx, q.pool, func(tx pgx.Tx) (err error) {
		if ids, err = postgres.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], cancelOpenQuery, n); err != nil ||
			len(ids) == 0 {
			return err
		}
		slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }) // an update has no order
		return also(ctx, tx, ids)
	})
	if err != nil {
		return 0, postgres.Fault(err)
	}
	for _, id := range ids {
		q.changed.notify(id.String())
	}
	return len(ids), nil
}

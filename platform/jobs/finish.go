package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/retry"
)

// finishBudget is kept for writing down how a job ended, when its deadline is over.
const finishBudget = 20 * time.Second

// A write of a job's end that has no answer by then is tried by another connection, after a pause.
const (
	finishTimeout = 3 * time.Second
	finishBackoff = time.Second
)

// finish writes the end of a job, unless another worker has it by now. It is tried until then,
// because work that was paid for is worth waiting for the database. Writing it twice is writing it
// once.
func (w *Workers) finish(
	ctx context.Context, job Job, holder uuid.UUID, result any, failure error, until time.Time,
) error {
	state, encoded := StateSucceeded, []byte(nil)
	var code, message *string
	if failure == nil {
		encoded, failure = json.Marshal(result)
	}
	if failure != nil {
		e := fault.From(failure)
		state, encoded, code, message = StateFailed, nil, &e.Reason, &e.Message
	}
	policy := retry.Policy{
		Backoff: finishBackoff, Timeout: finishTimeout, Until: until,
		RetryIf: func(err error) bool { return !isDataError(err) },
	}
	return retry.Call(ctx, policy, func(ctx context.Context) error {
		_, err := w.queue.pool.Exec(ctx, `UPDATE jobs SET state = $3, version = version + 1, result = $4,
				error_code = $5, error_message = $6, percent = greatest(percent, $7), finished_at = now(),
				lease_until = NULL
			WHERE id = $1 AND holder = $2 AND state = 'running'`, job.ID, holder, state, encoded, code, message,
			job.progress.percent.Load())
		return err
	})
}

// isDataError reports whether the database will never take what is written (SQLSTATE classes 22 and
// 23).
func isDataError(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (strings.HasPrefix(pg.Code, "22") || strings.HasPrefix(pg.Code, "23"))
}

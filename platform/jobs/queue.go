package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/telemetry"
	"mcwick.example/platform/text"
)

// Queue adds jobs, hands them to workers and lets visitors watch and cancel them.
type Queue struct {
	pool       *pgxpool.Pool
	throughput *throughputEstimator
	usual      float64 // the size of a job that has none
	changed    *changeNotifier
	added      chan struct{} // poked when a job was added in this process
	interval   time.Duration // the constant updateInterval, but for tests
}

// NewQueue makes the queue of a service's database. guess is how long one of its jobs is thought to
// take until some were done, whose own times count from then on.
func NewQueue(pool *pgxpool.Pool, guess time.Duration) *Queue { return NewSizedQueue(pool, guess, 1) }

// NewSizedQueue makes a queue whose jobs differ in size, in any unit: the longer ones of a size are
// thought to take as much longer. guess is for one of the usual size.
func NewSizedQueue(pool *pgxpool.Pool, guess time.Duration, usual float64) *Queue {
	return &Queue{pool: pool, usual: usual,
		throughput: &throughputEstimator{pool: pool, initial: guess.Seconds() / usual},
		changed:    newChangeNotifier(pool), added: make(chan struct{}, 1), interval: updateInterval}
}

const jobColumns = `id, kind, visitor, input, state, version, attempt, result, error_code, error_message, created_at,
	coalesce(position, 0), coalesce(estimate_ms, 0), percent, trace`

func scanJob(row pgx.CollectableRow) (Job, error) {
	var j Job
	var code, message *string
	var estimate int64
	err := row.Scan(&j.ID, &j.Kind, &j.Visitor, &j.Input, &j.State, &j.Version, &j.Attempt, &j.Result, &code, &message,
		&j.Created,
		&j.Position, &estimate, &j.Percent, &j.trace)
	if code != nil {
		j.Failure = &Failure{Code: *code, Message: *message}
	}
	j.Estimate = time.Duration(estimate) * time.Millisecond
	if j.State != StateQueued { // the row keeps what was last shown
		j.Position, j.Estimate = 0, 0
	}
	return j, err
}

// Add queues a job, or gives the one that the same visitor added before with the same key. The same
// key with another input is idempotency.ErrKeyReused. A job whose own turn is further away than
// MaxWait is ErrQueueFull, one too many of its lane is ErrLaneFull. What `also` does happens in the
// same transaction and only for a new job; nil does nothing.
func (q *Queue) Add(
	ctx context.Context, n NewJob, also func(ctx context.Context, tx pgx.Tx, id string) error,
) (Job, error) {
	input, err := json.Marshal(n.Input)
	if err != nil {
		return Job{}, fmt.Errorf("encode job input: %w", err)
	}
	as := idempotency.NewRequest(n.Key, append([]byte(n.Kind+"\x00"), input...))
	id, err := uuid.NewV7()
	if err != nil {
		return Job{}, err
	}
	if n.Evidence == nil {
		evidence, err := q.CountEvidence(ctx, n.Origin)
		if err != nil {
			return Job{}, err
		}
		n.Evidence = &evidence
	}
	laneWeight, supernetWeight := n.Evidence.weights()
	pace, err := q.throughput.measure(ctx)
	if err != nil {
		pace = throughput{} // the insert that follows tells whether the database is there
	}
	var job Job
	err = postgres.InTx(ctx, q.pool, func(tx pgx.Tx) error {
		// jobs_intent is unique on (visitor, idempotency_key). Older releases kept keys in the case
		// in which they came.
		tag, err := tx.Exec(ctx, `INSERT INTO jobs (id, kind, visitor, lane, idempotency_key, input_hash, input, trace, flow,
				supernet, standing, lane_weight, supernet_weight, size)
			SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
			WHERE NOT EXISTS (SELECT FROM jobs WHERE visitor = $3 AND lower(idempotency_key) = $5)
			ON CONFLICT ON CONSTRAINT jobs_intent DO NOTHING`,
			id, n.Kind, n.Visitor, n.Origin.Lane, as.Key, as.Hash, input, telemetry.Traceparent(ctx),
			n.Origin.Flow, n.Origin.Supernet, n.Origin.Standing, laneWeight, supernetWeight,
			cmp.Or(n.Size, q.usual))
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 1 {
			if err := checkCapacity(ctx, tx, id, q.usual, pace); err != nil {
				return err
			}
			if also != nil {
				if err := also(ctx, tx, id.String()); err != nil {
					return err
				}
			}
		}
		// The job of this intent is there by now, unless another input has its key.
		job, err = postgres.QueryRow(ctx, tx, idempotency.ErrKeyReused, scanJob,
			`SELECT `+jobColumns+` FROM jobs WHERE visitor = $1 AND lower(idempotency_key) = $2 AND input_hash = $3`,
			n.Visitor, as.Key, as.Hash)
		return err
	})
	if err != nil {
		return Job{}, postgres.Fault(err)
	}
	select {
	case q.added <- struct{}{}:
	default:
	}
	return job, nil
}

// Get returns the visitor's job; every other visitor gets ErrNotFound.
func (q *Queue) Get(ctx context.Context, id, visitor string) (Job, error) {
	if _, ok := text.ParseID(id); !ok {
		return Job{}, ErrNotFound
	}
	return postgres.QueryRow(ctx, q.pool, ErrNotFound, scanJob, `SELECT `+jobColumns+
		` FROM jobs WHERE id = $1 AND visitor = $2`, id, visitor)
}

// cancelQuery ends one job that is not final.
const cancelQuery = `UPDATE jobs SET state = 'cancelled', version = version + 1, finished_at = now(), lease_until = NULL
	WHERE id = $1 AND state IN ('queued', 'running')`

// Cancel ends a visitor's job unless it is final already, and gives it as it is then. A worker that
// has it notices within a second.
func (q *Queue) Cancel(ctx context.Context, id, visitor string) (Job, error) {
	if _, ok := text.ParseID(id); !ok {
		return Job{}, ErrNotFound
	}
	_, err := q.pool.Exec(ctx, cancelQuery+` AND visitor = $2`, id, visitor)
	if err != nil {
		return Job{}, postgres.Fault(err)
	}
	q.changed.notify(id)
	return q.Get(ctx, id, visitor)
}

// CancelAny ends a job of any visitor, as Cancel does; stopped is false when it is final already or
// was never there. What `also` does happens in the same transaction, and only for a job that is
// stopped.
func (q *Queue) CancelAny(
	ctx context.Context, id string, also func(ctx context.Context, tx pgx.Tx) error,
) (stopped bool, err error) {
	err = postgres.InTx(ctx, q.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, cancelQuery, id)
		if stopped = tag.RowsAffected() == 1; err != nil || !stopped {
			return err
		}
		return also(ctx, tx)
	})
	if err != nil {
		return false, postgres.Fault(err)
	}
	q.changed.notify(id)
	return stopped, nil
}

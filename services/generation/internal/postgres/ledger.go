package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/generation/internal/generation"
)

// Ledger implements generation.Ledger.
type Ledger struct {
	pool *pgxpool.Pool
	cost costMeter
}

// NewLedger returns a ledger on the service's pool.
func NewLedger(pool *pgxpool.Pool) *Ledger { return &Ledger{pool, newCostMeter()} }

// HasReservation implements generation.Ledger.
func (l *Ledger) HasReservation(ctx context.Context, jobID string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var has bool
	err := l.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM reservations WHERE job_id = $1)`, jobID).Scan(&has)
	return has || err != nil
}

// Begin commits the row of a call that is about to be sent, with its reservation. The unique index
// ai_calls_once rejects a second one of the same model for anything but a script, as ErrMaybePaid.
// While the database is away it retries until ctx ends, and an attempt whose commit is uncertain
// counts once. When it fails all the same, what that attempt stored is ended as failed.
func (l *Ledger) Begin(ctx context.Context, c generation.Call) (string, error) {
	id, isUncertain := uuid.NewString(), false
	err := retryWhileUnavailable(ctx, time.Time{}, func(ctx context.Context) error {
		err := l.begin(ctx, id, c)
		isUncertain = isUncertain || errors.Is(err, database.ErrOutcomeUnknown)
		return err
	})
	if err != nil && isUncertain {
		err = errors.Join(err, retryWhileUnavailable(context.WithoutCancel(ctx), time.Now().Add(writeTimeout),
			func(ctx context.Context) error { return l.endUnmade(ctx, id, c.JobID) }))
	}
	if err != nil {
		return "", err
	}
	return id, nil
}

// endUnmade ends a call that was not made, if its row was stored. A commit that is still under way
// has the job locked (jobs.Lock), and is waited for.
func (l *Ledger) endUnmade(ctx context.Context, id, jobID string) error {
	return database.Fault(database.InTx(ctx, l.pool, func(tx pgx.Tx) error {
		if err := jobs.WaitForLocks(ctx, tx, jobID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE ai_calls SET state = 'failed', price_micro_usd = 0, ended_at = now()
			WHERE id = $1 AND state = 'sent'`, id)
		return err
	}))
}

func (l *Ledger) begin(ctx context.Context, id string, c generation.Call) error {
	err := database.InTx(ctx, l.pool, func(tx pgx.Tx) error {
		// A job that is canceled meanwhile either ends first, and then no call is made for it any
		// more, or its reservation waits for this call.
		kind, state, err := jobs.Lock(ctx, tx, c.JobID, c.Attempt)
		if errors.Is(err, jobs.ErrNotFound) || state.IsFinal() && err == nil {
			return generation.ErrJobOver
		}
		if err != nil {
			return err
		}
		var isThere bool
		err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM ai_calls WHERE id = $1 AND state = 'sent')`,
			id).Scan(&isThere)
		if err != nil || isThere {
			return err
		}
		if err := extend(ctx, tx, c.JobID, max(c.MaxCost, c.Price)); err != nil {
			return err
		}
		// an earlier attempt that is still being committed counts
		_, err = tx.Exec(ctx, `INSERT INTO ai_calls (id, job_id, price_micro_usd, state, kind, model, entry)
			VALUES ($1, $2, $3, 'sent', $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
			id, c.JobID, c.Price, kind, c.Model.ID, c.Model.Name)
		return err
	})
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.ConstraintName == "ai_calls_once" {
		return generation.ErrMaybePaid
	}
	if errors.Is(err, generation.ErrJobOver) {
		return err
	}
	return database.Fault(err)
}

// CloseInherited closes the calls that a dead worker left open, and counts all of the job by model.
// While the database is away it retries until ctx ends.
func (l *Ledger) CloseInherited(
	ctx context.Context, jobID string, attempt int, first string,
) (calls map[string]int, err error) {
	err = retryWhileUnavailable(ctx, time.Time{}, func(ctx context.Context) (err error) {
		calls, err = l.closeInherited(ctx, jobID, attempt, first)
		return err
	})
	return calls, err
}

func (l *Ledger) closeInherited(ctx context.Context, jobID string, attempt int, first string) (map[string]int, error) {
	if err := l.markUnknown(ctx, jobID, attempt, first); err != nil {
		return nil, err
	}
	type count struct {
		Entry string
		Calls int
	}
	counts, err := database.QueryRows(ctx, l.pool, pgx.RowToStructByName[count],
		`SELECT entry, count(*) AS calls FROM ai_calls WHERE job_id = $1 GROUP BY entry`, jobID)
	calls := map[string]int{}
	for _, c := range counts {
		calls[c.Entry] = c.Calls
	}
	return calls, err
}

// markUnknown relies on the index ai_calls_job. It sets the model of calls of older releases. A
// worker that was wrongly taken for dead changes none of its successor's rows.
func (l *Ledger) markUnknown(ctx context.Context, jobID string, attempt int, first string) error {
	var unknown []callCost
	err := database.InTx(ctx, l.pool, func(tx pgx.Tx) error {
		_, _, err := jobs.Lock(ctx, tx, jobID, attempt)
		if errors.Is(err, jobs.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE ai_calls SET entry = $2 WHERE job_id = $1 AND entry = ''`, jobID,
			first); err != nil {
			return err
		}
		unknown, err = database.QueryRows(ctx, tx, pgx.RowToStructByName[callCost], settleOpenCalls, []string{jobID})
		return err
	})
	if err == nil {
		l.cost.recordUnknown(ctx, unknown)
	}
	return database.Fault(err)
}

// writeTimeout is the minimum time for which End retries, and the time for which Begin does after a failure.
const writeTimeout = 5 * time.Second

// End records how a call ended and its cost, once. While the database is away it retries until the
// job's deadline, because the paid result is worth that, and for some seconds after it.
func (l *Ledger) End(ctx context.Context, callID string, outcome generation.Outcome, cost int64) error {
	until := time.Now().Add(writeTimeout)
	if deadline, ok := ctx.Deadline(); ok && deadline.After(until) {
		until = deadline
	}
	return retryWhileUnavailable(context.WithoutCancel(ctx), until,
		func(ctx context.Context) error { return l.end(ctx, callID, outcome, cost) })
}

// end writes the row, unless an attempt did so whose response was lost.
func (l *Ledger) end(ctx context.Context, callID string, outcome generation.Outcome, cost int64) error {
	var c callCost
	var isNew bool
	err := l.pool.QueryRow(ctx,
		`UPDATE ai_calls SET state = $2, price_micro_usd = $3, ended_at = coalesce(ended_at, now())
		WHERE id = $1 AND (state = 'sent' OR state = $2 AND price_micro_usd = $3)`+returningCosts+`, ended_at = now()`,
		callID, outcome, cost).Scan(&c.Kind, &c.Model, &c.Cost, &isNew)
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("call %s was ended by another worker", callID)
	}
	// what another ended as unknown, it has recorded
	if err == nil && (outcome == generation.OutcomeSettled || outcome == generation.OutcomeUnknown && isNew) {
		l.cost.record(ctx, c, outcome)
		trace.SpanFromContext(ctx).SetAttributes(attribute.Float64("mcwick.ai.cost_usd", dollars(cost)))
	}
	return database.Fault(err)
}

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
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/fault"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/generation/internal/generation"
)

// Ledger implements generation.Ledger.
type Ledger struct {
	pool *pgxpool.Pool
	cost metric.Float64Counter
}

// NewLedger makes a ledger on the service's pool.
func NewLedger(pool *pgxpool.Pool) *Ledger { return &Ledger{pool, newCost()} }

// begin locks the job against ending: a job that is cancelled either ends first, and then nothing is asked for it any more, or its
// reservation waits for this call.
const begin = `
INSERT INTO ai_calls (id, job_id, price_micro_usd, state, kind, model)
SELECT $1, id, $3, 'sent', kind, $4 FROM jobs WHERE id = $2 AND state IN ('queued', 'running') FOR SHARE`

// Begin commits the row of a call that is about to be sent. The unique index ai_calls_once refuses a second one of anything
// but a script: then the first is marked unknown, unless it is settled, and the answer is ErrMaybePaid.
func (l *Ledger) Begin(ctx context.Context, c generation.Call) (string, error) {
	id := uuid.NewString()
	begun, err := l.pool.Exec(ctx, begin, id, c.JobID, c.Price, c.Model)
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &pg) && pg.ConstraintName == "ai_calls_once":
		return "", errors.Join(generation.ErrMaybePaid, l.giveUp(ctx, c.JobID))
	case err == nil && begun.RowsAffected() == 0:
		return "", generation.ErrJobOver
	}
	return id, database.Fault(err)
}

// Inherit gives up the calls that a dead worker left open, and counts all of the job.
func (l *Ledger) Inherit(ctx context.Context, jobID string) (calls int, err error) {
	if err := l.giveUp(ctx, jobID); err != nil {
		return 0, err
	}
	return calls, database.Fault(l.pool.QueryRow(ctx, `SELECT count(*) FROM ai_calls WHERE job_id = $1`, jobID).Scan(&calls))
}

func (l *Ledger) giveUp(ctx context.Context, jobID string) error {
	_, err := l.pool.Exec(ctx, `UPDATE ai_calls SET state = 'unknown', ended_at = now() WHERE job_id = $1 AND state = 'sent'`, jobID)
	return database.Fault(err)
}

// End writes down how a call ended and what it came to, once. It is tried for a few seconds, because what was paid for is
// worth waiting for the database.
func (l *Ledger) End(ctx context.Context, callID string, outcome generation.Outcome, cost int64) error {
	var err error
	for range 5 {
		if err = l.end(ctx, callID, outcome, cost); fault.From(err) == nil || fault.From(err).Kind != fault.KindUnavailable {
			return err
		}
		<-time.After(time.Second)
	}
	return err
}

func (l *Ledger) end(ctx context.Context, callID string, outcome generation.Outcome, cost int64) error {
	var kind, model string
	err := l.pool.QueryRow(ctx, `UPDATE ai_calls SET state = $2, price_micro_usd = $3, ended_at = now() WHERE id = $1 AND state = 'sent'
		RETURNING kind, model`, callID, outcome, cost).Scan(&kind, &model)
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("call %s was ended by somebody else", callID)
	}
	if err == nil && outcome != generation.OutcomeFailed {
		l.tell(ctx, kind, model, outcome, cost)
	}
	return database.Fault(err)
}

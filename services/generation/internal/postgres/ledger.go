package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/fault"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/generation/internal/generation"
)

// Ledger implements generation.Ledger.
type Ledger struct {
	pool  *pgxpool.Pool
	model string
}

// NewLedger makes a ledger of calls to one model, on the service's pool.
func NewLedger(pool *pgxpool.Pool, model string) *Ledger { return &Ledger{pool, model} }

// Begin commits the row of a call that is about to be sent. The unique index ai_calls_once refuses a
// second one: then the first is marked unknown, unless it is settled, and the answer is ErrMaybePaid.
func (l *Ledger) Begin(ctx context.Context, jobID string, price int64) (string, error) {
	id := uuid.NewString()
	_, err := l.pool.Exec(ctx, `INSERT INTO ai_calls (id, job_id, price_micro_usd, state, kind, model)
		VALUES ($1, $2, $3, 'sent', (SELECT kind FROM jobs WHERE id = $2), $4)`, id, jobID, price, l.model)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.ConstraintName == "ai_calls_once" {
		_, err := l.pool.Exec(ctx, `UPDATE ai_calls SET state = 'unknown', ended_at = now() WHERE job_id = $1 AND state = 'sent'`, jobID)
		return "", errors.Join(generation.ErrMaybePaid, err)
	}
	return id, database.Fault(err)
}

// End writes down how a call ended, once. It is tried for a few seconds, because what was paid for is
// worth waiting for the database.
func (l *Ledger) End(ctx context.Context, callID string, outcome generation.Outcome) error {
	var err error
	for range 5 {
		if err = l.end(ctx, callID, outcome); fault.From(err) == nil || fault.From(err).Kind != fault.KindUnavailable {
			return err
		}
		<-time.After(time.Second)
	}
	return err
}

func (l *Ledger) end(ctx context.Context, callID string, outcome generation.Outcome) error {
	tag, err := l.pool.Exec(ctx, `UPDATE ai_calls SET state = $2, ended_at = now() WHERE id = $1 AND state = 'sent'`, callID, outcome)
	if err == nil && tag.RowsAffected() == 0 {
		return fmt.Errorf("call %s was ended by somebody else", callID)
	}
	return database.Fault(err)
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/generation/internal/generation"
)

// The names of the acts after a restore in the audit log.
const (
	actStopOpen   = "cancel-open-jobs"
	actRaiseSpent = "raise-spent"
)

// settleOpenCalls relies on the index ai_calls_job.
const settleOpenCalls = `UPDATE ai_calls SET state = 'unknown', ended_at = now() WHERE job_id = ANY($1) AND state = 'sent'` +
	returningCosts

// StopOpen cancels up to n jobs that are not final. Their open calls may have been paid: they have
// no worker to end them.
func (q *Queue) StopOpen(ctx context.Context, n int, note string) (int, error) {
	var unknown []callCost
	stopped, err := q.CancelOpen(ctx, n, func(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (err error) {
		unknown, err = database.QueryRows(ctx, tx, pgx.RowToStructByName[callCost], settleOpenCalls, ids)
		if err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, actStopOpen, fmt.Sprintf("%d from %s", len(ids), ids[0]), note)
	})
	if stopped > 0 {
		q.cost.recordUnknown(ctx, unknown)
	}
	return stopped, err
}

// RaiseSpent raises a day's spending to an amount. Ended jobs are settled first: the amount
// includes their calls.
func (q *Queue) RaiseSpent(
	ctx context.Context, day time.Time, microUSD int64, note string,
) (raised generation.Budget, err error) {
	err = database.InTx(ctx, q.pool, func(tx pgx.Tx) error {
		if err := settle(ctx, tx); err != nil {
			return err
		}
		if raised, err = raiseSpent(ctx, tx, day, q.plan.MicroUSD, microUSD); err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, actRaiseSpent, fmt.Sprintf("%s %d", day.Format(time.DateOnly), microUSD),
			note)
	})
	return raised, database.Fault(err)
}

// These rely on the primary keys. A day without a row begins with the configured budget.
const (
	lockDayQuery    = `SELECT spent_micro_usd FROM budget_days WHERE day = $1 FOR UPDATE`
	raiseSpentQuery = `
INSERT INTO budget_days AS known (day, budget_micro_usd, spent_micro_usd) VALUES ($1, $2, $3)
ON CONFLICT (day) DO UPDATE SET spent_micro_usd = greatest(known.spent_micro_usd, excluded.spent_micro_usd)
RETURNING day::timestamptz AS day, budget_micro_usd AS total, reserved_micro_usd AS reserved, spent_micro_usd AS spent`
	// raiseBaseQuery changes the day's last hour; only that of the present matters.
	raiseBaseQuery = `
UPDATE budget_hours SET base_micro_usd = base_micro_usd + $2
WHERE hour = (SELECT max(hour) FROM budget_hours WHERE (hour AT TIME ZONE 'UTC')::date = $1)`
)

// raiseSpent raises a day's spending. What is added was spent before, by none whose account is
// known: it is not of this hour.
func raiseSpent(
	ctx context.Context, tx pgx.Tx, day time.Time, budget, microUSD int64,
) (raised generation.Budget, err error) {
	var before int64
	if err := tx.QueryRow(ctx, lockDayQuery, day).Scan(&before); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return raised, err
	}
	raised, err = database.QueryRow(ctx, tx, pgx.ErrNoRows, pgx.RowToStructByName[generation.Budget], raiseSpentQuery,
		day, budget, microUSD)
	if err != nil {
		return raised, err
	}
	_, err = tx.Exec(ctx, raiseBaseQuery, day, raised.Spent-before)
	return raised, err
}

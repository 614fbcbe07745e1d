package postgres

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/jobs"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/generation/internal/generation"
)

// currentDay is the day of the budget; $2 is when days begin.
const currentDay = `((now() - $2::interval) AT TIME ZONE 'UTC')::date`

// today selects the day's row, or its configured start.
const today = `
SELECT current_day::timestamptz AS day, coalesce(b.budget_micro_usd, $1) AS total, coalesce(b.reserved_micro_usd, 0) AS reserved,
	coalesce(b.spent_micro_usd, 0) AS spent
FROM (SELECT ` + currentDay + ` AS current_day) AS now LEFT JOIN budget_days b ON b.day = current_day`

// Budget returns today's budget.
func (q *Queue) Budget(ctx context.Context) (generation.Budget, error) {
	return database.QueryRow(ctx, q.pool, pgx.ErrNoRows, pgx.RowToStructByName[generation.Budget], today,
		q.plan.MicroUSD, q.plan.DayBegins)
}

// SetBudget changes today's row, which the next reservation reads.
func (q *Queue) SetBudget(ctx context.Context, microUSD int64, note string) (set generation.Budget, err error) {
	err = database.InTx(ctx, q.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO budget_days (day, budget_micro_usd) 
			VALUES (`+currentDay+`, $1)
			ON CONFLICT (day) DO UPDATE SET budget_micro_usd = $1`, microUSD, q.plan.DayBegins)
		if err != nil {
			return err
		}
		if err := operator.RecordAct(ctx, tx, "set-budget", strconv.FormatInt(microUSD, 10), note); err != nil {
			return err
		}
		set, err = database.QueryRow(ctx, tx, pgx.ErrNoRows, pgx.RowToStructByName[generation.Budget], today,
			q.plan.MicroUSD, q.plan.DayBegins)
		return err
	})
	return set, database.Fault(err)
}

// spending relies on ai_calls_days (sent_at). Its days are those of the budget.
const spending = `
SELECT date_trunc('day', sent_at - $2::interval) AS day, kind, model, count(*) AS calls, sum(price_micro_usd)::bigint AS micro_usd
FROM ai_calls
WHERE sent_at >= date_trunc('day', now() - $2::interval) - $1::integer * interval '1 day' + $2::interval AND state IN ('settled', 'unknown')
GROUP BY 1, 2, 3
ORDER BY 1 DESC, 2, 3`

// Spending returns the cost of the last days.
func (q *Queue) Spending(ctx context.Context, days int) ([]generation.Spending, error) {
	return database.QueryRows(ctx, q.pool, pgx.RowToStructByName[generation.Spending], spending, days-1,
		q.plan.DayBegins)
}

// Jobs returns jobs after the cursor, newest first.
func (q *Queue) Jobs(ctx context.Context, state jobs.State, after page.TimeCursor, n int) ([]generation.JobRow, error) {
	found, err := q.List(ctx, state, after.ID, n)
	rows := make([]generation.JobRow, len(found))
	for i, job := range found {
		rows[i] = generation.NewJobRow(job)
	}
	return rows, err
}

// Stop cancels a job of any visitor.
func (q *Queue) Stop(ctx context.Context, id uuid.UUID, note string) error {
	stopped, err := q.CancelAny(ctx, id.String(), func(ctx context.Context, tx pgx.Tx) error {
		return operator.RecordAct(ctx, tx, "cancel-job", id.String(), note)
	})
	if err == nil && !stopped {
		return generation.ErrJobEnded
	}
	return err
}

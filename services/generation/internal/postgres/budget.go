package postgres

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/generation/internal/generation"
)

// reserve reserves the price from the day's budget if it is available: one statement, exact under
// any race.
func reserve(ctx context.Context, tx pgx.Tx, jobID string, o jobs.Origin, now time.Time, price int64) error {
	tag, err := tx.Exec(ctx, `WITH today AS (
			UPDATE budget_days SET reserved_micro_usd = reserved_micro_usd + $2
			WHERE day = ($3::timestamptz AT TIME ZONE 'UTC')::date AND reserved_micro_usd + spent_micro_usd + $2 <= budget_micro_usd
			RETURNING day
		)
		INSERT INTO reservations (job_id, day, micro_usd, hour, flow, lane, supernet, standing)
		SELECT $1, day, $2, date_trunc('hour', $3::timestamptz), $4, $5, $6, $7 FROM today`,
		jobID, price, now, cmp.Or(o.Flow, o.Lane), o.Lane, o.Supernet, o.Standing)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return generation.ErrBudget.WithRetryAfter(untilNextDay(now))
	}
	return nil
}

// reserved selects what a job has reserved, of which day, and what its calls have booked. It relies
// on the index ai_calls_job.
const reserved = `
SELECT r.day, r.micro_usd, (SELECT coalesce(sum(price_micro_usd), 0)::bigint FROM ai_calls WHERE job_id = $1 AND state <> 'failed')
FROM reservations r WHERE r.job_id = $1`

// extend raises a job's reservation to what it has booked plus what may still come, if the day has
// that much. The day's row is locked before the accounts, as in reserve and settle.
func extend(ctx context.Context, tx pgx.Tx, jobID string, toCome int64) error {
	var day time.Time
	var has, booked int64
	err := tx.QueryRow(ctx, reserved, jobID).Scan(&day, &has, &booked)
	if errors.Is(err, pgx.ErrNoRows) {
		if toCome == 0 {
			return nil
		}
		return generation.ErrBudget // it was accepted without money
	}
	more := booked + toCome - has
	if err != nil || more <= 0 {
		return err
	}
	r, err := database.QueryRow(ctx, tx, pgx.ErrNoRows, pgx.RowToStructByName[reservation],
		`UPDATE reservations SET micro_usd = micro_usd + $2 WHERE job_id = $1
		RETURNING hour, flow, lane, supernet, standing, $2::bigint AS more`, jobID, more)
	if err != nil {
		return err
	}
	tag, err := tx.Exec(ctx, `UPDATE budget_days SET reserved_micro_usd = reserved_micro_usd + $2
		WHERE day = $1 AND reserved_micro_usd + spent_micro_usd + $2 <= budget_micro_usd`, day, more)
	if err == nil && tag.RowsAffected() == 0 {
		return generation.ErrBudget
	}
	if err != nil {
		return err
	}
	return adjustAccounts(ctx, tx, []reservation{r})
}

// untilNextDay is the time until the next day's budget.
func untilNextDay(now time.Time) time.Duration {
	return now.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(now)
}

// abandonAfter is the age at which an open call counts as one that may have been paid: its
// worker is dead, because no job runs that long.
const abandonAfter = 2 * generation.MaxDeadline

const abandonCalls = `UPDATE ai_calls SET state = 'unknown', ended_at = now() WHERE state = 'sent' AND sent_at < now() - $1::interval` + returningCosts

// settleJobs ends the reservations of jobs whose calls have ended too: what was paid, or may have
// been, becomes spent, the rest is released. The index ai_calls_job finds a job's calls.
const settleJobs = `
WITH ended AS (
	DELETE FROM reservations r
	WHERE r.job_id = ANY($1)
		AND NOT EXISTS (SELECT FROM ai_calls c WHERE c.job_id = r.job_id AND c.state = 'sent')
	RETURNING r.day, r.micro_usd, r.hour, r.flow, r.lane, r.supernet, r.standing,
		(SELECT coalesce(sum(c.price_micro_usd), 0) FROM ai_calls c WHERE c.job_id = r.job_id AND c.state IN ('settled', 'unknown')) AS paid
), sums AS (
	SELECT day, sum(micro_usd) AS reserved, sum(paid) AS paid FROM ended GROUP BY day
), settled AS (
	UPDATE budget_days b SET reserved_micro_usd = reserved_micro_usd - sums.reserved, spent_micro_usd = spent_micro_usd + sums.paid
	FROM sums WHERE b.day = sums.day
)
SELECT hour, flow, lane, supernet, standing, (paid - micro_usd)::bigint AS more FROM ended`

// Settle converts the reservations of ended jobs into spending; call it each second. Any number of
// processes may: a reservation is deleted once.
func (q *Queue) Settle(ctx context.Context) error {
	unknown, err := database.QueryRows(ctx, q.pool, pgx.RowToStructByName[callCost], abandonCalls, abandonAfter)
	if err != nil {
		return err
	}
	q.cost.recordUnknown(ctx, unknown)
	return database.Fault(database.InTx(ctx, q.pool, func(tx pgx.Tx) error { return settle(ctx, tx) }))
}

// settle ends the reservations of ended jobs. No call begins once a job has ended, so an open call
// is seen as such.
func settle(ctx context.Context, tx pgx.Tx) error {
	reserved, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], `SELECT job_id FROM reservations`)
	if err != nil || len(reserved) == 0 {
		return err
	}
	ended, err := jobs.FilterFinal(ctx, tx, reserved)
	if err != nil || len(ended) == 0 {
		return err
	}
	changes, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[reservation], settleJobs, ended)
	if err != nil {
		return err
	}
	return adjustAccounts(ctx, tx, changes)
}

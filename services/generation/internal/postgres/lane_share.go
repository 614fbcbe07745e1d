package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/generation/internal/generation"
)

const (
	// lanePercent is the part of a day's budget that one lane may use while it has to share.
	lanePercent = 5
	// refusalWindow is how long lanes share after one of them was rejected because the day's budget
	// was spent.
	refusalWindow = time.Hour
)

// laneShare selects what a lane has of today's budget, reserved or paid for its jobs, its limit,
// and for how many more seconds it has to share with a lane that was rejected lately. It relies on
// the index ai_calls_job and on the primary keys.
const laneShare = `
SELECT
	(SELECT coalesce(sum(coalesce(r.micro_usd, c.paid)), 0)::bigint
		FROM unnest($5::uuid[]) AS j (id)
		LEFT JOIN reservations r ON r.job_id = j.id
		LEFT JOIN LATERAL (SELECT sum(price_micro_usd) AS paid FROM ai_calls WHERE job_id = j.id AND state IN ('settled', 'unknown')) c ON true) AS has,
	(SELECT greatest($2, budget_micro_usd * $3 / 100) FROM budget_days WHERE day = current_date) AS may,
	(SELECT coalesce(extract(epoch FROM max(refused_at) + $4::interval - now()), 0)::double precision
		FROM budget_refusals WHERE lane <> $1) AS shares_for`

// checkLaneShare rejects a job whose price was just reserved when its lane then exceeds its share:
// five percent of the budget or one job. The share applies only while the lane has to share. It
// runs after the reservation, as statements of its own: the day's row is locked from then on, so
// this sees all that other transactions reserved, and the share is as exact as the budget.
func checkLaneShare(ctx context.Context, tx pgx.Tx, lane string, price int64) error {
	if price == 0 {
		return nil
	}
	ids, othersWait, err := jobs.FindLaneJobsToday(ctx, tx, lane)
	if err != nil {
		return err
	}
	var has, may int64
	var sharesFor float64
	if err := tx.QueryRow(ctx, laneShare, lane, price, lanePercent, refusalWindow, ids).Scan(&has, &may,
		&sharesFor); err != nil {
		return err
	}
	if has <= may || (!othersWait && sharesFor <= 0) {
		return nil
	}
	wait := time.Duration(sharesFor * float64(time.Second))
	if othersWait {
		wait = max(wait, jobs.MaxWait) // jobs that wait now have had their turn by then
	}
	return generation.ErrLaneShare.WithRetryAfter(min(wait, untilMidnight()))
}

// recordRefusal records, to the minute, that a lane was rejected for lack of budget. A lane that
// exceeded its own share is not recorded: two lanes with high demand would block each other from
// budget that no other lane uses.
func (q *Queue) recordRefusal(ctx context.Context, lane string) error {
	_, err := q.pool.Exec(ctx, `INSERT INTO budget_refusals (lane) VALUES ($1) ON CONFLICT (lane)
		DO UPDATE SET refused_at = now() WHERE budget_refusals.refused_at < now() - interval '1 minute'`, lane)
	return database.Fault(err)
}

package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/generation/internal/generation"
)

// A day's budget is released by the hour: after each full hour there is another 24th, and what is
// unspent rolls on. So a flood at night leaves the day's money to the day. A part of each hour's
// money is kept for settled devices.

const (
	// reservedPart is the part of an hour's money that is kept for settled devices: a fifth.
	reservedPart = 5
	// settledWindow is how long it is kept after one of them asked for money. Then it is lent.
	settledWindow = 10 * time.Minute
)

// openDay makes sure that today has a row, and returns the time of the budget: the database's, less
// that at which days begin.
func (q *Queue) openDay(ctx context.Context) (now time.Time, err error) {
	err = q.pool.QueryRow(ctx, `WITH time AS (
			SELECT coalesce($2::timestamptz, now()) - $3::interval AS now
		), day AS (
			INSERT INTO budget_days (day, budget_micro_usd)
			SELECT (now AT TIME ZONE 'UTC')::date, $1 FROM time ON CONFLICT DO NOTHING
		) SELECT now FROM time`, q.plan.MicroUSD, q.now, q.plan.DayBegins).Scan(&now)
	return now.UTC(), err
}

// hourMoney is the state of the budget in an hour.
type hourMoney struct {
	generation.Budget       // of the day
	Base              int64 // what was spent and reserved when the hour began
	Settled           int64 // what settled devices have of this hour
	// SettledRequest is whether one of them requested money lately.
	SettledRequest bool
	Released       int64 `db:"-"` // of the day's budget until the end of this hour
	Hours          int   `db:"-"` // for which it is to last: this one, or all until midnight
}

// pot is what there was to spend when the hour began.
func (h hourMoney) pot() int64 { return max(0, h.Released-h.Base) }

// used is what was spent and reserved in the hour. Less is, when what was reserved before it was not
// spent.
func (h hourMoney) used() int64 { return max(0, h.Spent+h.Reserved-h.Base) }

// minElapsed is of an hour, so that its first job is no alarm.
const minElapsed = 5 * time.Minute

// elapsed is how long the hour has lasted, and at least minElapsed.
func elapsed(now time.Time) time.Duration { return max(now.Sub(now.Truncate(time.Hour)), minElapsed) }

// planned is how much of the hour's money may be used until a time of it, when it is used as evenly as
// time passes.
func (h hourMoney) planned(now time.Time) float64 {
	return float64(h.pot()) * elapsed(now).Hours() / float64(h.Hours)
}

// isAheadOfPlan reports whether the hour's money will not last if it is used on as until now. Until
// then it is not scarce. It counts in whole numbers: in planned's, 44 minutes of 75 are less than 55.
func (h hourMoney) isAheadOfPlan(now time.Time) bool {
	return h.used()*int64(h.Hours)*time.Hour.Milliseconds() > h.pot()*elapsed(now).Milliseconds()
}

// untilPlanned is the time until as much is planned as is used.
func (h hourMoney) untilPlanned(now time.Time) time.Duration {
	hours := float64(h.used()) * float64(h.Hours) / float64(max(h.pot(), 1))
	return time.Duration(hours*float64(time.Hour)) - now.Sub(now.Truncate(time.Hour))
}

// available is how much of the day may be spent and reserved by the end of the hour, by a job of a
// device that is settled or not.
func (h hourMoney) available(settled bool) int64 {
	if settled || !h.SettledRequest {
		return h.Released
	}
	return h.Released - max(0, h.pot()/reservedPart-h.Settled)
}

// release returns how much of a day's budget is released in an hour, and for how many hours it is to
// last.
func (q *Queue) release(budget int64, now time.Time) (microUSD int64, hours int) {
	if !q.plan.ByHour {
		return budget, 24 - now.UTC().Hour()
	}
	return budget * int64(now.UTC().Hour()+1) / 24, 1
}

// hourQuery relies on the primary keys. Without a row of the hour nothing was reserved in it yet.
const hourQuery = `
SELECT day.day::timestamptz AS day, day.budget_micro_usd AS total, day.reserved_micro_usd AS reserved, day.spent_micro_usd AS spent,
	coalesce(hour.base_micro_usd, day.reserved_micro_usd + day.spent_micro_usd) AS base,
	coalesce(account.used_micro_usd, 0) AS settled,
	EXISTS (SELECT FROM budget_accounts WHERE level = 'standing' AND asked_at > $2::timestamptz - $3::interval) AS settled_request
FROM budget_days day LEFT JOIN budget_hours hour ON hour.hour = $1
	LEFT JOIN budget_accounts account ON account.level = 'standing' AND account.hour = $1
WHERE day.day = ($1 AT TIME ZONE 'UTC')::date`

// readHour returns the state of an hour. On a day without a row it is pgx.ErrNoRows.
func (q *Queue) readHour(ctx context.Context, on database.Queryer, now time.Time) (hourMoney, error) {
	h, err := database.QueryRow(ctx, on, pgx.ErrNoRows, pgx.RowToStructByName[hourMoney], hourQuery,
		now.Truncate(time.Hour), now, settledWindow)
	h.Released, h.Hours = q.release(h.Total, now)
	return h, err
}

// checkHour rejects a job whose price was just reserved when the hour's money does not cover it. The
// day's row is locked since, so this is as exact as the budget. The first one of an hour records
// with what the hour began.
func (q *Queue) checkHour(ctx context.Context, tx pgx.Tx, now time.Time, price int64, settled bool) (hourMoney, error) {
	_, err := tx.Exec(ctx, `INSERT INTO budget_hours (hour, base_micro_usd)
		SELECT $1, reserved_micro_usd + spent_micro_usd - $2 FROM budget_days WHERE day = ($1 AT TIME ZONE 'UTC')::date
		ON CONFLICT DO NOTHING`, now.Truncate(time.Hour), price)
	if err != nil {
		return hourMoney{}, err
	}
	h, err := q.readHour(ctx, tx, now)
	if err == nil && h.Spent+h.Reserved > h.available(settled) {
		err = generation.ErrHourBudget.WithRetryAfter(untilNextHour(now))
	}
	return h, err
}

// untilNextHour is the time until more of the budget is released.
func untilNextHour(now time.Time) time.Duration {
	return now.Truncate(time.Hour).Add(time.Hour).Sub(now)
}

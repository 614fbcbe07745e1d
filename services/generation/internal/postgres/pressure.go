package postgres

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/generation/internal/generation"
)

// maxRatio is the largest that is shown; more tells nothing more.
const maxRatio = 10

// ratio returns what was used of an hour's money in proportion to the plan, at a time of it.
func (h hourMoney) ratio(now time.Time) float64 {
	return min(float64(h.used())/max(h.planned(now), 1), maxRatio)
}

// money returns the state of the budget now.
func (q *Queue) money(ctx context.Context) (hourMoney, time.Time, error) {
	now, err := q.openDay(ctx)
	if err != nil {
		return hourMoney{}, now, database.Fault(err)
	}
	h, err := q.readHour(ctx, q.pool, now)
	return h, now, database.Fault(err)
}

// pressureAge is for how long a measurement is good: many gateways ask.
const pressureAge = time.Second

// pressureCache keeps the last measurement.
type pressureCache struct {
	mu   sync.Mutex
	last generation.Pressure
	at   time.Time
}

// Pressure returns how scarce money and workers are, as measured within the last second.
func (q *Queue) Pressure(ctx context.Context) (generation.Pressure, error) {
	q.pressure.mu.Lock()
	defer q.pressure.mu.Unlock()
	if time.Since(q.pressure.at) < pressureAge {
		return q.pressure.last, nil
	}
	h, now, moneyErr := q.money(ctx)
	backlog, err := q.Backlog(ctx)
	if err := errors.Join(moneyErr, err); err != nil {
		return generation.Pressure{}, err
	}
	q.pressure.last, q.pressure.at = generation.Pressure{BudgetRatio: h.ratio(now), Wait: backlog.Wait}, time.Now()
	return q.pressure.last, nil
}

// topLanes is how many lanes operators see.
const topLanes = 20

// lanesQuery relies on budget_accounts_asked.
const lanesQuery = `
WITH flows AS (
	SELECT lane, count(*) AS flows FROM budget_accounts
	WHERE level = 'flow' AND asked_at > $2::timestamptz - $3::interval GROUP BY lane
)
SELECT key AS lane, coalesce(flows, 0)::integer AS flows, weight::integer AS weight, used_micro_usd AS used, refused
FROM budget_accounts known LEFT JOIN flows ON flows.lane = known.key
WHERE level = 'lane' AND hour = $1 AND asked_at > $2::timestamptz - $3::interval
ORDER BY used_micro_usd DESC, refused DESC, key LIMIT $4`

// PressureReport returns how scarce money and workers are.
func (q *Queue) PressureReport(ctx context.Context) (r generation.PressureReport, err error) {
	h, now, err := q.money(ctx)
	if err != nil {
		return r, err
	}
	r.Budget, r.Released, r.BudgetRatio = h.Budget, h.Released, h.ratio(now)
	if r.Backlog, err = q.Backlog(ctx); err != nil {
		return r, err
	}
	r.Lanes, err = database.QueryRows(ctx, q.pool, pgx.RowToStructByName[generation.LanePressure], lanesQuery,
		now.Truncate(time.Hour), now, shareWindow, topLanes)
	return r, err
}

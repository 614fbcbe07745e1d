package postgres

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/rpc"
	"mcwick.example/services/generation/internal/generation"
)

// A flow, a lane and a supernet each have a share of an hour's money: their weight among those of
// their level that asked lately. A network weighs as much as its flows that have shown evidence of
// being people's, and at least as one flow. A share binds only while others need money and the hour's
// is used ahead of plan, and never below one job.

// shareWindow is how long a key that asked counts among those that share, and how long others share
// with a lane that was rejected for lack of budget.
const shareWindow = time.Hour

// account identifies what has a share, with its weight.
type account struct {
	Level, Key, Lane string
	Weight           float64
}

// accountsOf returns the accounts of an origin, ordered by level, in which order rows are locked.
func accountsOf(o jobs.Origin, e jobs.Evidence) []account {
	all := []account{
		{"flow", cmp.Or(o.Flow, o.Lane), o.Lane, 1},
		{"lane", o.Lane, o.Lane, float64(max(1, e.Lane))},
	}
	if isSettled(o) {
		all = append(all, account{"standing", rpc.StandingSettled, "", 1})
	}
	if o.Supernet != "" {
		all = append(all, account{"supernet", o.Supernet, "", float64(max(1, e.Supernet))})
	}
	return all
}

func isSettled(o jobs.Origin) bool { return o.Standing == rpc.StandingSettled }

// upsertAccounts adds to accounts, in the order of their levels. An account of an earlier hour begins
// anew; one that another transaction has brought to the next hour stays there.
const upsertAccounts = `
INSERT INTO budget_accounts AS known (level, key, lane, weight, asked_at, hour, used_micro_usd, refused)
SELECT level, key, lane, weight, $5, date_trunc('hour', $5::timestamptz), $6, $7
FROM unnest($1::text[], $2::text[], $3::text[], $4::double precision[]) AS of (level, key, lane, weight)
ORDER BY level COLLATE "C"
ON CONFLICT (level, key) DO UPDATE SET weight = excluded.weight, lane = excluded.lane, asked_at = excluded.asked_at,
	hour = greatest(known.hour, excluded.hour),
	used_micro_usd = CASE WHEN known.hour >= excluded.hour THEN known.used_micro_usd ELSE 0 END
		+ CASE WHEN known.hour <= excluded.hour THEN excluded.used_micro_usd ELSE 0 END,
	refused = CASE WHEN known.hour >= excluded.hour THEN known.refused ELSE 0 END + excluded.refused
RETURNING level, used_micro_usd AS used`

type accountUse struct {
	Level string
	Used  int64
}

// addToAccounts adds an amount, or a refusal, and returns what the accounts have then.
func addToAccounts(
	ctx context.Context, on database.Queryer, all []account, now time.Time, microUSD int64, refused int,
) ([]accountUse, error) {
	var levels, keys, lanes []string
	var weights []float64
	for _, a := range all {
		levels, keys, lanes = append(levels, a.Level), append(keys, a.Key), append(lanes, a.Lane)
		weights = append(weights, a.Weight)
	}
	return database.QueryRows(ctx, on, pgx.RowToStructByName[accountUse], upsertAccounts, levels, keys, lanes, weights,
		now, microUSD, refused)
}

// weightsQuery relies on budget_accounts_asked, of each level by itself.
const weightsQuery = `
SELECT level, (SELECT coalesce(sum(weight), 0) FROM budget_accounts known
	WHERE known.level = levels.level AND asked_at > $1::timestamptz - $2::interval)
FROM unnest(ARRAY['flow', 'lane', 'standing', 'supernet']) levels (level)`

// weightsCache keeps the weights of all that asked lately, by level, for so long: they are summed up over a whole
// crowd, and orders come by the hundred in a second.
type weightsCache struct {
	age time.Duration

	mu    sync.Mutex
	last  map[string]float64 // never changed
	until time.Time
}

// weights returns the weights of all that asked lately, by level.
func (q *Queue) weights(ctx context.Context, now time.Time) (map[string]float64, error) {
	q.totals.mu.Lock()
	defer q.totals.mu.Unlock()
	if time.Now().Before(q.totals.until) {
		return q.totals.last, nil
	}
	total := map[string]float64{}
	var level string
	var sum float64
	rows, _ := q.pool.Query(ctx, weightsQuery, now, shareWindow)
	_, err := pgx.ForEachRow(rows, []any{&level, &sum}, func() error {
		total[level] = sum
		return nil
	})
	if err == nil {
		q.totals.last, q.totals.until = total, time.Now().Add(q.totals.age)
	}
	return total, err
}

// recordRequest records that an origin asks for money, before the transaction in which it may get some,
// and returns its accounts and the weights of all that asked lately, by level, which may be a second old.
func (q *Queue) recordRequest(
	ctx context.Context, o jobs.Origin, evidence jobs.Evidence, now time.Time,
) (accounts []account, total map[string]float64, err error) {
	accounts = accountsOf(o, evidence)
	if _, err := addToAccounts(ctx, q.pool, accounts, now, 0, 0); err != nil {
		return nil, nil, err
	}
	total, err = q.weights(ctx, now)
	return accounts, total, database.Fault(err)
}

// sharesFor selects for how many more seconds a lane has to share with one that was rejected lately.
const sharesFor = `SELECT coalesce(extract(epoch FROM max(refused_at) + $2::interval - $3::timestamptz), 0)::double precision
	FROM budget_refusals WHERE lane <> $1`

// checkShares charges a job's price to its accounts, and rejects it when one of them then has more
// than its share of the hour's money while others need it and it is scarce. The day's row is locked, so this sees
// all that other transactions reserved.
func (q *Queue) checkShares(
	ctx context.Context, tx pgx.Tx, accounts []account, total map[string]float64, h hourMoney, now time.Time,
	price int64,
) error {
	used, err := addToAccounts(ctx, tx, accounts, now, price, 0)
	if err != nil {
		return err
	}
	isOver := false
	for i, u := range used {
		a := accounts[i]
		share := max(price, int64(float64(h.pot())*a.Weight/max(total[a.Level], a.Weight)))
		isOver = isOver || a.Level != "standing" && u.Used > share
	}
	if !isOver || !h.isAheadOfPlan(now) {
		return nil
	}
	lane := accounts[0].Lane
	othersWait, err := jobs.HasOpenOfOtherLanes(ctx, tx, lane)
	if err != nil {
		return err
	}
	var seconds float64
	if err := tx.QueryRow(ctx, sharesFor, lane, shareWindow, now).Scan(&seconds); err != nil {
		return err
	}
	if !othersWait && seconds <= 0 {
		return nil
	}
	wait := time.Duration(seconds * float64(time.Second))
	if othersWait {
		wait = max(wait, jobs.MaxWait) // jobs that wait now have had their turn by then
	}
	return generation.ErrLaneShare.WithRetryAfter(min(wait, h.untilPlanned(now), untilNextHour(now)))
}

// recordRefusal records that an origin was rejected for lack of money, and to the minute when its
// lane was because there was none at all. A lane that exceeded its own share is not recorded: two
// lanes with high demand would block each other from budget that no other lane uses.
func (q *Queue) recordRefusal(ctx context.Context, accounts []account, now time.Time, none bool) error {
	if len(accounts) > 0 {
		if _, err := addToAccounts(ctx, q.pool, accounts, now, 0, 1); err != nil {
			return err
		}
	}
	if !none {
		return nil
	}
	_, err := q.pool.Exec(ctx, `INSERT INTO budget_refusals (lane, refused_at) VALUES ($1, $2) ON CONFLICT (lane)
		DO UPDATE SET refused_at = excluded.refused_at
		WHERE budget_refusals.refused_at < excluded.refused_at - interval '1 minute'`, accounts[0].Lane, now)
	return database.Fault(err)
}

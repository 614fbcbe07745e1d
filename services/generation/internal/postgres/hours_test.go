package postgres

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/generation/internal/generation"
)

// setupByHour returns a queue whose budget is 24 cents, one for each hour.
func setupByHour(t *testing.T) *Queue {
	q := setup(t, 24*cent)
	q.plan.ByHour = true
	return q
}

// Verifies LIMIT-22.
func TestBudgetIsReleasedByTheHour(t *testing.T) {
	t.Run("what is unspent rolls on", func(t *testing.T) {
		q := setupByHour(t)
		for _, c := range []struct{ hour, admitted int }{{0, 1}, {3, 3}, {4, 1}, {23, 19}} {
			q.setTime(c.hour)
			for range c.admitted {
				if _, err := accept(t, q, cent); err != nil {
					t.Fatalf("hour %d: %v", c.hour, err)
				}
			}
			_, err := accept(t, q, cent)
			if c.hour == 23 {
				if !errors.Is(err, generation.ErrBudget) {
					t.Errorf("after the day's money: %v", err)
				}
				return
			}
			if f := fault.From(err); !errors.Is(err, generation.ErrHourBudget) || f.RetryAfter != 30*time.Minute {
				t.Errorf("hour %d, one more: %v, retry in %v", c.hour, err, f.RetryAfter)
			}
		}
	})
	t.Run("a day that began with the last release", func(t *testing.T) {
		q := setupByHour(t)
		testkit.Exec(t, q.pool,
			`INSERT INTO budget_days (day, budget_micro_usd, spent_micro_usd) VALUES (current_date, $1, $2)`, 24*cent,
			6*cent)
		q.setTime(7) // eight are released
		for range 2 {
			if _, err := accept(t, q, cent); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := accept(t, q, cent); !errors.Is(err, generation.ErrHourBudget) {
			t.Errorf("a third: %v", err)
		}
	})
	t.Run("a part is kept for settled devices, and lent when none asks", func(t *testing.T) {
		q := setupByHour(t)
		q.setTime(9) // ten are released, two of them are kept
		settled := jobs.Origin{Flow: "ann", Lane: "home", Standing: rpc.StandingSettled}
		acceptFrom(t, q, settled, cent)
		for range 8 {
			acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
		}
		if _, err := q.Add(t.Context(), newJob(jobs.Origin{Lane: "home"}), cent); !errors.Is(err,
			generation.ErrHourBudget) {
			t.Errorf("what is kept: %v", err)
		}
		later := q.now.Add(settledWindow + time.Second)
		q.now = &later
		acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
	})
	t.Run("a job without a price is accepted all the same", func(t *testing.T) {
		q := setupByHour(t)
		q.setTime(0)
		acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
		acceptFrom(t, q, jobs.Origin{Lane: "home"}, 0)
	})
}

// The last release's binary reserves and settles beside this one: its jobs count in the day and the
// hour, and have no share.
// Verifies LIMIT-22, OPS-5.
func TestBudgetBesideLastRelease(t *testing.T) {
	q := setupByHour(t)
	q.setTime(9)
	acceptFrom(t, q, jobs.Origin{Lane: "home", Supernet: "provider"}, cent)
	old, err := q.AddUnpaid(t.Context(), newJob(jobs.Origin{Lane: "home"}))
	if err != nil {
		t.Fatal(err)
	}
	const reserveOfLastRelease = `WITH today AS (
			UPDATE budget_days SET reserved_micro_usd = reserved_micro_usd + $2
			WHERE day = current_date AND reserved_micro_usd + spent_micro_usd + $2 <= budget_micro_usd
			RETURNING day
		)
		INSERT INTO reservations (job_id, day, micro_usd) SELECT $1, day, $2 FROM today`
	testkit.Exec(t, q.pool, reserveOfLastRelease, old.ID, 8*cent)
	acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
	if _, err := accept(t, q, cent); !errors.Is(err, generation.ErrHourBudget) {
		t.Errorf("an eleventh: %v", err)
	}
	testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'cancelled'`)
	if err := q.Settle(t.Context()); err != nil || q.day(t) != "reserved 0, spent 0" {
		t.Errorf("%s, %v", q.day(t), err)
	}
	if used := testkit.QueryOne[int64](t, q.pool, `SELECT sum(abs(used_micro_usd)) FROM budget_accounts`); used != 0 {
		t.Errorf("accounts have %d of nothing", used)
	}
}

// What operators add to a day's spending was spent before: it is none of this hour's money, and no
// sign that the hour's goes too fast.
// Verifies LIMIT-22, OPS-14.
func TestRaisedSpendingIsOfEarlierHours(t *testing.T) {
	raise := func(q *Queue, day time.Time, microUSD int64) {
		t.Helper()
		if err := database.InTx(t.Context(), q.pool, func(tx pgx.Tx) error {
			_, err := raiseSpent(t.Context(), tx, day, q.plan.MicroUSD, microUSD)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	q := setupByHour(t)
	q.setTime(9) // ten are released, and half of the hour is over
	acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
	today := q.now.Truncate(24 * time.Hour)
	raise(q, today, 5*cent)
	raise(q, today, 4*cent) // less changes nothing
	raise(q, today.AddDate(0, 0, -1), 20*cent)
	got, err := q.Pressure(t.Context())
	if err != nil || got.BudgetRatio != 0.4 { // one of two and a half that were planned
		t.Errorf("ratio %f, %v, want 0.4", got.BudgetRatio, err)
	}
	for range 4 {
		acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
	}
	if _, err := accept(t, q, cent); !errors.Is(err, generation.ErrHourBudget) {
		t.Errorf("an eleventh: %v", err)
	}
	q.setTime(11)
	raise(q, today, 6*cent) // before this hour's first job: it counts to what the hour begins with
	acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
}

// What operators see of a day is what its budget paid, whenever it begins.
func TestSpendingHasDaysOfBudget(t *testing.T) {
	q := setup(t, 24*cent)
	now := time.Now().UTC()
	// the budget's day began half an hour ago
	q.plan.DayBegins = (now.Sub(now.Truncate(24*time.Hour)) + 23*time.Hour + 30*time.Minute) % (24 * time.Hour)
	for _, ago := range []time.Duration{0, time.Hour} {
		job, err := q.Add(t.Context(), newJob(jobs.Origin{Lane: ago.String()}), cent)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Exec(t, q.pool, `INSERT INTO ai_calls (id, job_id, price_micro_usd, state, kind, model, sent_at)
			VALUES (gen_random_uuid(), $1, $2, 'settled', 'meme', 'm', now() - $3::interval)`, job.ID, cent, ago)
	}
	for days, want := range map[int]int{1: 1, 2: 2} {
		if got, err := q.Spending(t.Context(), days); err != nil || len(got) != want {
			t.Errorf("%d days: %+v, %v", days, got, err)
		}
	}
}

// A day may begin at another time than midnight; all of its hours move with it.
// Verifies LIMIT-22.
func TestDayBeginsLater(t *testing.T) {
	q := setupByHour(t)
	q.setTime(9)
	q.plan.DayBegins = 8*time.Hour + 15*time.Minute // the time of the budget is a quarter past one
	for range 2 {
		acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
	}
	_, err := accept(t, q, cent)
	if f := fault.From(err); !errors.Is(err, generation.ErrHourBudget) || f.RetryAfter != 45*time.Minute {
		t.Errorf("a third: %v, retry in %v", err, f.RetryAfter)
	}
	q.setTime(7)
	now, err := q.openDay(t.Context()) // of yesterday's day
	if err != nil || now.Hour() != 23 || now.Day() != q.now.AddDate(0, 0, -1).Day() {
		t.Errorf("the time of the budget is %v, %v", now, err)
	}
}

// Verifies LIMIT-22.
func TestAccountsOfLaterDayAreKept(t *testing.T) {
	q := setupByHour(t)
	q.plan.DayBegins = 20 * time.Hour
	acceptFrom(t, q, jobs.Origin{Lane: "home"}, cent)
	if err := NewRetention(q).Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err := q.PressureReport(t.Context()); err != nil || len(r.Lanes) != 1 || r.Budget.Reserved != cent {
		t.Errorf("%+v, %v", r, err)
	}
}

// The plan is met exactly by what floating point would round to a little more.
func TestHourIsNotAheadOfPlanWhenItMeetsIt(t *testing.T) {
	for minute := range 60 {
		now := time.Date(2026, 11, 24, 3, minute, 0, 0, time.UTC)
		h := hourMoney{Released: 75 * 60, Budget: generation.Budget{Spent: 75 * max(int64(minute), 5)}, Hours: 1}
		if h.isAheadOfPlan(now) {
			t.Errorf("%d of %d at minute %d: ahead of plan", h.Spent, h.Released, minute)
		}
		h.Spent++
		if !h.isAheadOfPlan(now) {
			t.Errorf("%d of %d at minute %d: not ahead of plan", h.Spent, h.Released, minute)
		}
	}
}

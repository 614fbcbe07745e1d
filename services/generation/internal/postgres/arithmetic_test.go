package postgres

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"mcwick.example/platform/jobs"
	"mcwick.example/services/generation/internal/generation"
)

// The ledger's arithmetic holds whatever happens in whatever order: jobs are accepted or refused, their calls
// begin, are begun again by another worker, end in each way or never, and jobs end while calls are open.
func TestArithmetic(t *testing.T) {
	q := setup(t, 0)
	ledger := NewLedger(q.pool)
	rapid.Check(t, func(rt *rapid.T) {
		q.empty(t)
		q.budget = rapid.Int64Range(0, 40).Draw(rt, "budget")
		w := walk{t: t, q: q, ledger: ledger, calls: map[string]string{}}
		rt.Repeat(map[string]func(*rapid.T){
			"accept": func(rt *rapid.T) {
				w.accept(rt, rapid.SampledFrom([]string{"", "crowd", "other"}).Draw(rt, "lane"), rapid.Int64Range(0, 15).Draw(rt, "price"))
			},
			"call":   w.call,
			"answer": w.answer,
			"end":    w.end,
			"forget": func(*rapid.T) { w.exec(`UPDATE ai_calls SET sent_at = now() - $1::interval`, 2*forget) },
			"settle": func(rt *rapid.T) {
				if err := q.Settle(t.Context()); err != nil {
					rt.Fatal(err)
				}
			},
			"": w.check,
		})
	})
}

// walk is one random sequence.
type walk struct {
	t      *testing.T
	q      *Queue
	ledger *Ledger
	prices []int64
	jobs   []string          // accepted, in the order of prices
	calls  map[string]string // open calls by job
	asked  int               // how often a provider was asked
}

func (w *walk) accept(rt *rapid.T, lane string, price int64) {
	job, err := w.q.Add(w.t.Context(), jobs.NewJob{Kind: "meme", Visitor: "ann", Lane: lane, Key: uuid.NewString(), Input: "x"}, price)
	switch {
	case err == nil:
		w.jobs, w.prices = append(w.jobs, job.ID), append(w.prices, price)
	case !errors.Is(err, generation.ErrBudget) && !errors.Is(err, generation.ErrLaneShare):
		rt.Fatal(err)
	}
}

// pick draws one of the jobs, or skips the step.
func (w *walk) pick(rt *rapid.T) int {
	if len(w.jobs) == 0 {
		rt.Skip("no job yet")
	}
	return rapid.IntRange(0, len(w.jobs)-1).Draw(rt, "job")
}

// call is a worker that asks the provider only when the ledger lets it. It may not have heard yet that its job was cancelled.
func (w *walk) call(rt *rapid.T) {
	i := w.pick(rt)
	call, err := w.ledger.Begin(w.t.Context(), generation.Call{JobID: w.jobs[i], Model: "painter-1", Price: w.prices[i]})
	switch {
	case err == nil:
		w.asked++
		w.calls[w.jobs[i]] = call
	case !errors.Is(err, generation.ErrMaybePaid) && !errors.Is(err, generation.ErrJobOver):
		rt.Fatal(err)
	}
}

func (w *walk) answer(rt *rapid.T) {
	i := w.pick(rt)
	job := w.jobs[i]
	if call, open := w.calls[job]; open {
		outcome := rapid.SampledFrom([]generation.Outcome{generation.OutcomeSettled, generation.OutcomeFailed, generation.OutcomeUnknown}).Draw(rt, "outcome")
		cost := rapid.Int64Range(0, w.prices[i]).Draw(rt, "cost")
		_ = w.ledger.End(w.t.Context(), call, outcome, cost) // refused when the call was given up meanwhile
		delete(w.calls, job)
	}
}

func (w *walk) end(rt *rapid.T) {
	state := rapid.SampledFrom([]jobs.State{jobs.StateSucceeded, jobs.StateFailed, jobs.StateCancelled}).Draw(rt, "state")
	w.exec(`UPDATE jobs SET state = $2 WHERE id = $1 AND state = 'queued'`, w.jobs[w.pick(rt)], state)
}

// sums are what check compares, in one round trip.
const sums = `SELECT
	(SELECT coalesce(sum(reserved_micro_usd), 0) FROM budget_days),
	(SELECT coalesce(sum(spent_micro_usd), 0) FROM budget_days),
	(SELECT coalesce(sum(budget_micro_usd), 0) FROM budget_days),
	(SELECT coalesce(sum(micro_usd), 0) FROM reservations),
	(SELECT coalesce(sum(price_micro_usd), 0) FROM ai_calls WHERE state IN ('settled', 'unknown') AND job_id NOT IN (SELECT job_id FROM reservations)),
	(SELECT count(*) FROM ai_calls),
	(SELECT count(*) FROM (SELECT FROM ai_calls WHERE state <> 'failed' GROUP BY job_id HAVING count(*) > 1) twice)`

// check looks at everything after each step.
func (w *walk) check(rt *rapid.T) {
	var reserved, spent, budget, reservations, paid int64
	var calls, twice int
	err := w.q.pool.QueryRow(w.t.Context(), sums).Scan(&reserved, &spent, &budget, &reservations, &paid, &calls, &twice)
	switch {
	case err != nil:
		rt.Fatal(err)
	case reserved+spent > budget:
		rt.Fatalf("reserved %d and spent %d of %d", reserved, spent, budget)
	case reserved != reservations:
		rt.Fatalf("reserved %d, the reservations are %d", reserved, reservations)
	case spent != paid:
		rt.Fatalf("spent %d, the settled jobs' calls cost %d", spent, paid)
	case calls != w.asked:
		rt.Fatalf("%d calls written down, %d made", calls, w.asked)
	case twice != 0:
		rt.Fatalf("%d jobs may have been paid for twice", twice)
	}
}

func (w *walk) exec(sql string, args ...any) {
	if _, err := w.q.pool.Exec(w.t.Context(), sql, args...); err != nil {
		w.t.Fatal(err)
	}
}

// empty takes everything out of the tables, which is quicker than a new database.
func (q *Queue) empty(t *testing.T) {
	t.Helper()
	if _, err := q.pool.Exec(t.Context(), `TRUNCATE reservations, ai_calls, jobs, budget_days, budget_refusals, job_lanes`); err != nil {
		t.Fatal(err)
	}
}

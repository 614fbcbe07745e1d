package postgres

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"mcwick.example/platform/jobs"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/generation/internal/generation"
)

// The ledger's arithmetic holds for any sequence: jobs are accepted, with money or without, or
// rejected; their calls go through a chain of models, each with its own price, begin, begin again
// on another worker, end in each way or never; jobs end while calls are open, and operators change
// the budget.
// Verifies LIMIT-6.
func TestLedgerArithmetic(t *testing.T) {
	q := setup(t, 0)
	ledger := NewLedger(q.pool)
	rapid.Check(t, func(rt *rapid.T) {
		q.empty(t)
		q.plan.MicroUSD = rapid.Int64Range(0, 40).Draw(rt, "budget")
		w := walk{t: t, q: q, ledger: ledger, calls: map[string]open{}}
		rt.Repeat(map[string]func(*rapid.T){
			"accept": func(rt *rapid.T) {
				w.accept(rt, rapid.SampledFrom([]string{"", "crowd", "other"}).Draw(rt, "lane"),
					rapid.Int64Range(0, 15).Draw(rt, "price"))
			},
			"accept without money": w.acceptUnpaid,
			"call":                 w.call,
			"take over":            w.takeOver,
			"lower the budget": func(rt *rapid.T) {
				testkit.Exec(w.t, w.q.pool,
					`UPDATE budget_days SET budget_micro_usd = greatest(reserved_micro_usd + spent_micro_usd, $1)`,
					rapid.Int64Range(0, 40).Draw(rt, "budget"))
			},
			"answer": w.answer,
			"end":    w.end,
			"forget": func(*rapid.T) {
				testkit.Exec(w.t, w.q.pool, `UPDATE ai_calls SET sent_at = now() - $1::interval`, 2*abandonAfter)
			},
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
	jobs   []string        // accepted
	calls  map[string]open // by job and model
	made   int             // how many calls a provider received
}

// open is a call without an end.
type open struct {
	id    string
	price int64
}

// chain is the models of the walk; the second is more expensive than the first, so that a job may
// have to reserve more.
var chain = []struct {
	name  string
	price int64
}{{"a/cheap", 3}, {"b/dear", 11}, {"c/free", 0}}

// walkJobs bounds the open jobs of a walk: the queue takes so many of one lane, and more of all.
const walkJobs = 50

func (w *walk) accept(rt *rapid.T, lane string, price int64) {
	w.skipIfFull(rt)
	job, err := w.q.Add(w.t.Context(),
		jobs.NewJob{Kind: "meme", Visitor: "ann", Origin: jobs.Origin{Lane: lane}, Key: uuid.NewString(), Input: "x"}, price)
	switch {
	case err == nil:
		w.jobs = append(w.jobs, job.ID)
	case !errors.Is(err, generation.ErrBudget) && !errors.Is(err, generation.ErrLaneShare):
		rt.Fatal(err)
	}
}

// acceptUnpaid queues a job for which no paid call may be made.
func (w *walk) acceptUnpaid(rt *rapid.T) {
	w.skipIfFull(rt)
	job, err := w.q.AddUnpaid(w.t.Context(),
		jobs.NewJob{Kind: "meme", Visitor: "ann", Origin: jobs.Origin{Lane: "crowd"}, Key: uuid.NewString(), Input: "x"})
	if err != nil {
		rt.Fatal(err)
	}
	w.jobs = append(w.jobs, job.ID)
}

func (w *walk) skipIfFull(rt *rapid.T) {
	if len(w.jobs) >= walkJobs {
		rt.Skip("one more could be refused by the queue")
	}
}

// pick draws one of the jobs, or skips the step.
func (w *walk) pick(rt *rapid.T) int {
	if len(w.jobs) == 0 {
		rt.Skip("no job yet")
	}
	return rapid.IntRange(0, len(w.jobs)-1).Draw(rt, "job")
}

// call is a worker that calls a model only when the ledger allows it. It may not know yet that its
// job was canceled.
func (w *walk) call(rt *rapid.T) {
	job, model := w.jobs[w.pick(rt)], rapid.SampledFrom(chain).Draw(rt, "model")
	id, err := w.ledger.Begin(w.t.Context(), generation.Call{
		JobID: job, Attempt: w.attempt(job), Model: generation.Model{Name: model.name, ID: "painter-1"},
		Price: model.price, MaxCost: model.price,
	})
	switch {
	case err == nil:
		w.made++
		w.calls[job+model.name] = open{id, model.price}
	case !errors.Is(err, generation.ErrMaybePaid) && !errors.Is(err, generation.ErrJobOver) &&
		!errors.Is(err, generation.ErrBudget):
		rt.Fatal(err)
	}
}

func (w *walk) answer(rt *rapid.T) {
	key := w.jobs[w.pick(rt)] + rapid.SampledFrom(chain).Draw(rt, "model").name
	if call, ok := w.calls[key]; ok {
		outcome := rapid.SampledFrom([]generation.Outcome{generation.OutcomeSettled, generation.OutcomeFailed,
			generation.OutcomeUnknown}).Draw(rt, "outcome")
		cost := rapid.Int64Range(0, call.price).Draw(rt, "cost")
		_ = w.ledger.End(w.t.Context(), call.id, outcome, cost) // rejected when the call was closed meanwhile
		delete(w.calls, key)
	}
}

// takeOver is another worker that takes over a dead worker's job; the dead worker's calls may still
// end.
func (w *walk) takeOver(rt *rapid.T) {
	job := w.jobs[w.pick(rt)]
	testkit.Exec(w.t, w.q.pool, `UPDATE jobs SET attempt = attempt + 1 WHERE id = $1`, job)
	if _, err := w.ledger.CloseInherited(w.t.Context(), job, w.attempt(job), chain[0].name); err != nil {
		rt.Fatal(err)
	}
}

func (w *walk) attempt(job string) int {
	return testkit.QueryOne[int](w.t, w.q.pool, `SELECT attempt FROM jobs WHERE id = $1`, job)
}

func (w *walk) end(rt *rapid.T) {
	state := rapid.SampledFrom([]jobs.State{jobs.StateSucceeded, jobs.StateFailed, jobs.StateCancelled}).Draw(rt,
		"state")
	testkit.Exec(w.t, w.q.pool, `UPDATE jobs SET state = $2 WHERE id = $1 AND state = 'queued'`, w.jobs[w.pick(rt)],
		state)
}

// sums is what check compares, in one round trip.
const sums = `SELECT
	(SELECT coalesce(sum(reserved_micro_usd), 0) FROM budget_days),
	(SELECT coalesce(sum(spent_micro_usd), 0) FROM budget_days),
	(SELECT coalesce(sum(budget_micro_usd), 0) FROM budget_days),
	(SELECT coalesce(sum(micro_usd), 0) FROM reservations),
	(SELECT coalesce(sum(price_micro_usd), 0) FROM ai_calls WHERE state IN ('settled', 'unknown') AND job_id NOT IN (SELECT job_id FROM reservations)),
	(SELECT count(*) FROM ai_calls),
	(SELECT count(*) FROM (SELECT FROM ai_calls WHERE state <> 'failed' GROUP BY job_id, entry HAVING count(*) > 1) twice),
	(SELECT count(*) FROM reservations r WHERE micro_usd < (SELECT sum(price_micro_usd) FROM ai_calls c WHERE c.job_id = r.job_id AND c.state <> 'failed')),
	(SELECT count(*) FROM ai_calls c JOIN jobs j ON j.id = c.job_id WHERE price_micro_usd > 0 AND c.state <> 'failed'
		AND j.state IN ('queued', 'running') AND NOT EXISTS (SELECT FROM reservations r WHERE r.job_id = c.job_id))`

// check checks all invariants after each step.
func (w *walk) check(rt *rapid.T) {
	var reserved, spent, budget, reservations, paid int64
	var calls, twice, beyond, unreserved int
	err := w.q.pool.QueryRow(w.t.Context(), sums).Scan(&reserved, &spent, &budget, &reservations, &paid, &calls, &twice,
		&beyond, &unreserved)
	switch {
	case err != nil:
		rt.Fatal(err)
	case reserved+spent > budget:
		rt.Fatalf("reserved %d and spent %d of %d", reserved, spent, budget)
	case reserved != reservations:
		rt.Fatalf("reserved %d, the reservations are %d", reserved, reservations)
	case spent != paid:
		rt.Fatalf("spent %d, the settled jobs' calls cost %d", spent, paid)
	case calls != w.made:
		rt.Fatalf("%d calls recorded, %d made", calls, w.made)
	case twice != 0:
		rt.Fatalf("%d jobs may have paid a model twice", twice)
	case beyond != 0:
		rt.Fatalf("%d jobs have booked more than they have reserved", beyond)
	case unreserved != 0:
		rt.Fatalf("%d paid calls of open jobs without a reservation", unreserved)
	}
}

// empty truncates the tables, which is faster than a new database.
func (q *Queue) empty(t *testing.T) {
	t.Helper()
	testkit.Exec(t, q.pool, `TRUNCATE reservations, ai_calls, jobs, budget_days, budget_refusals, budget_hours, budget_accounts,
		job_turns, job_clock, job_evidence`)
}

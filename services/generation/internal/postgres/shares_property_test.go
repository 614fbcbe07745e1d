package postgres

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"mcwick.example/platform/jobs"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/generation/internal/generation"
)

// paidJob is an accepted job of a walk.
type paidJob struct {
	jobs.Origin

	id       string
	hour     time.Time
	microUSD int64 // reserved, or paid when it has ended
	isOpen   bool
}

// request is when a key asked for money, and what it weighed then.
type request struct {
	at     time.Time
	weight int64
}

// shareWalk is one random sequence of jobs, and what the accounts are to be by adding up.
type shareWalk struct {
	t         *testing.T
	q         *Queue
	jobs      []paidJob
	requested map[string]map[string]request // by level and key: the last one
	evidence  map[string]string             // by flow with evidence: the supernet in which it showed it
	noted     map[string]time.Time          // by lane: when it was refused for lack of money
	begun     map[time.Time]int64           // by hour: what was spent and reserved when it began
}

// Whatever comes in which order, in which hours: no more is spent than is released; who is refused
// by a share had it while others needed money and it was used ahead of plan, who is accepted beyond
// it took what no other needed or what the plan had to spare; what is kept for settled devices is
// only theirs; and accounts are the sums over jobs.
// Verifies LIMIT-3, LIMIT-22.
func TestSharesOfAnySequence(t *testing.T) {
	q := setup(t, 0)
	q.plan.ByHour = true
	rapid.Check(t, func(rt *rapid.T) {
		q.empty(t)
		q.plan.MicroUSD = rapid.Int64Range(0, 24*20).Draw(rt, "budget")
		q.setTime(rapid.IntRange(0, 20).Draw(rt, "hour"))
		w := &shareWalk{t: t, q: q, requested: map[string]map[string]request{}, evidence: map[string]string{},
			noted: map[string]time.Time{}, begun: map[time.Time]int64{}}
		rt.Repeat(map[string]func(*rapid.T){
			"add":      w.add,
			"add more": w.add,
			"end":      w.end,
			"wait": func(rt *rapid.T) {
				later := q.now.Add(time.Duration(rapid.IntRange(1, 50).Draw(rt, "minutes")) * time.Minute)
				if later.Day() == q.now.Day() {
					q.now = &later
				}
			},
			"": w.checkAccounts,
		})
	})
}

func (w *shareWalk) add(rt *rapid.T) {
	if w.countOpen() == walkJobs {
		rt.Skip("one more could be refused by the queue")
	}
	o := jobs.Origin{Lane: fmt.Sprint("lane", rapid.IntRange(0, 2).Draw(rt, "lane"))}
	o.Flow = fmt.Sprint(o.Lane, "flow", rapid.IntRange(0, 2).Draw(rt, "flow"))
	o.Supernet = rapid.SampledFrom([]string{"farm", "provider"}).Draw(rt, "supernet")
	o.Standing = rapid.SampledFrom([]string{"", "", "", rpc.StandingSolved, rpc.StandingSettled}).Draw(rt, "standing")
	price, now, hour := rapid.Int64Range(1, 9).Draw(rt, "price"), *w.q.now, w.q.now.Truncate(time.Hour)
	keys := map[string]string{"flow": o.Flow, "lane": o.Lane, "supernet": o.Supernet}
	if o.Standing == rpc.StandingSettled {
		keys["standing"] = o.Standing
	}
	w.recordRequest(o, keys)
	total := w.total()
	if _, ok := w.begun[hour]; !ok && total+price <= w.q.plan.MicroUSD {
		w.begun[hour] = total // unless it is refused
	}
	released, _ := w.q.release(w.q.plan.MicroUSD, now)
	pot := max(0, released-w.begun[hour])
	kept := int64(0)
	if last, ok := w.requested["standing"][rpc.StandingSettled]; ok && keys["standing"] == "" &&
		now.Sub(last.at) < settledWindow {
		kept = max(0, pot/reservedPart-w.used("standing", rpc.StandingSettled, hour))
	}
	isOver, needed := false, w.isNeededByOthers(o.Lane)
	for _, level := range []string{"flow", "lane", "supernet"} {
		all := int64(0)
		for _, r := range w.requested[level] {
			if now.Sub(r.at) < shareWindow {
				all += r.weight
			}
		}
		own := w.requested[level][keys[level]].weight
		isOver = isOver || w.used(level, keys[level], hour)+price > max(price, pot*own/all)
	}
	minutes := max(int64(now.Sub(hour)/time.Minute), 5)
	isAhead := (total+price-w.begun[hour])*60 > pot*minutes
	var want error
	switch {
	case total+price > w.q.plan.MicroUSD:
		want = generation.ErrBudget
	case total+price > released-kept:
		want = generation.ErrHourBudget
	case isOver && needed && isAhead:
		want = generation.ErrLaneShare
	}
	job, err := w.q.Add(w.t.Context(), newJob(o), price)
	if !errors.Is(err, want) {
		rt.Fatalf("%+v for %d of %d, %d released, %d kept, at %v: %v, want %v", o, price, total, released, kept, now, err,
			want)
	}
	if err == nil {
		w.jobs = append(w.jobs, paidJob{o, job.ID, hour, price, true})
		return
	}
	if !slices.ContainsFunc(w.jobs, func(j paidJob) bool { return j.hour.Equal(hour) }) {
		delete(w.begun, hour) // the transaction that recorded it was rolled back
	}
	if !errors.Is(want, generation.ErrLaneShare) {
		w.noted[o.Lane] = now
	}
}

// recordRequest keeps what its keys weigh: a network as many of its flows as have shown evidence, and at
// least as one.
func (w *shareWalk) recordRequest(o jobs.Origin, keys map[string]string) {
	if _, ok := w.evidence[o.Flow]; o.Standing != "" && !ok {
		w.evidence[o.Flow] = o.Supernet
	}
	weights := map[string]int64{"flow": 1, "standing": 1}
	for flow, supernet := range w.evidence {
		if strings.HasPrefix(flow, o.Lane) {
			weights["lane"]++
		}
		if supernet == o.Supernet {
			weights["supernet"]++
		}
	}
	for level, key := range keys {
		if w.requested[level] == nil {
			w.requested[level] = map[string]request{}
		}
		w.requested[level][key] = request{*w.q.now, max(1, weights[level])}
	}
}

// end ends one of the jobs, which has cost something or nothing.
func (w *shareWalk) end(rt *rapid.T) {
	if len(w.jobs) == 0 {
		rt.Skip("no job yet")
	}
	j := &w.jobs[rapid.IntRange(0, len(w.jobs)-1).Draw(rt, "job")]
	if !j.isOpen {
		return
	}
	paid := rapid.Int64Range(0, j.microUSD).Draw(rt, "paid")
	testkit.Exec(w.t, w.q.pool,
		`INSERT INTO ai_calls (id, job_id, price_micro_usd, state) VALUES (gen_random_uuid(), $1, $2, 'settled')`,
		j.id, paid)
	testkit.Exec(w.t, w.q.pool, `UPDATE jobs SET state = 'succeeded' WHERE id = $1`, j.id)
	if err := w.q.Settle(w.t.Context()); err != nil {
		rt.Fatal(err)
	}
	j.isOpen, j.microUSD = false, paid
}

// isNeededByOthers reports whether a lane has to share.
func (w *shareWalk) isNeededByOthers(lane string) bool {
	for _, j := range w.jobs {
		if j.isOpen && j.Lane != lane {
			return true
		}
	}
	for other, at := range w.noted {
		if other != lane && w.q.now.Sub(at) < shareWindow {
			return true
		}
	}
	return false
}

func (w *shareWalk) countOpen() (open int) {
	for _, j := range w.jobs {
		if j.isOpen {
			open++
		}
	}
	return open
}

func (w *shareWalk) total() (sum int64) {
	for _, j := range w.jobs {
		sum += j.microUSD
	}
	return sum
}

// used is what a key has of an hour.
func (w *shareWalk) used(level, key string, hour time.Time) (sum int64) {
	for _, j := range w.jobs {
		of := map[string]string{"flow": j.Flow, "lane": j.Lane, "supernet": j.Supernet}
		if j.Standing == rpc.StandingSettled {
			of["standing"] = j.Standing
		}
		if j.hour.Equal(hour) && of[level] == key {
			sum += j.microUSD
		}
	}
	return sum
}

func (w *shareWalk) checkAccounts(rt *rapid.T) {
	if released, _ := w.q.release(w.q.plan.MicroUSD, *w.q.now); w.total() > released {
		rt.Fatalf("%d of %d released", w.total(), released)
	}
	rows, _ := w.q.pool.Query(w.t.Context(), `SELECT level, key, hour, used_micro_usd FROM budget_accounts`)
	for rows.Next() {
		var level, key string
		var hour time.Time
		var used int64
		if err := rows.Scan(&level, &key, &hour, &used); err != nil {
			rt.Fatal(err)
		}
		if want := w.used(level, key, hour); used != want {
			rt.Fatalf("%s %s has %d, want %d", level, key, used, want)
		}
	}
	if rows.Err() != nil {
		rt.Fatal(rows.Err())
	}
}

package jobs

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"mcwick.example/platform/testkit"
)

// referenceOrder is what the order of the queue is to be, in steps of the test instead of times.
type referenceOrder struct {
	step   int
	served map[string]int   // by lane; lanes that were served before the test at a negative step, new ones not at all
	queued map[string][]int // by lane: when its waiting jobs were added, oldest first
}

// next is the lane that has waited longest: since it was served, or since its oldest job came when
// that is later.
func (o referenceOrder) next() string {
	since := func(lane string) int {
		if served, known := o.served[lane]; known {
			return max(served, o.queued[lane][0])
		}
		return o.queued[lane][0]
	}
	return slices.MinFunc(slices.Collect(maps.Keys(o.queued)),
		func(a, b string) int { return cmp.Compare(since(a), since(b)) })
}

// take returns the next job, as the step when it was added.
func (o *referenceOrder) take() (job int) {
	lane := o.next()
	job = o.queued[lane][0]
	if o.queued[lane] = o.queued[lane][1:]; len(o.queued[lane]) == 0 {
		delete(o.queued, lane)
	}
	o.step++
	o.served[lane] = o.step
	return job
}

// all is the order in which the jobs are taken when no more come.
func (o referenceOrder) all() (jobs []int) {
	o.served = maps.Clone(o.served)
	o.queued = maps.Clone(o.queued)
	for len(o.queued) > 0 {
		jobs = append(jobs, o.take())
	}
	return jobs
}

// Claims and the forecast go by one order: lanes take turns, a lane that was never served comes
// behind those that wait, and so does one that was served days ago.
// Verifies LIMIT-1.
func TestClaimsAndEstimatesUseTheSameOrder(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	exec := func(sql string, args ...any) {
		if _, err := q.pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		exec(`TRUNCATE jobs, job_lanes`)
		model := &referenceOrder{served: map[string]int{}, queued: map[string][]int{}}
		for i := range 3 {
			lane := fmt.Sprintf("days%d", i)
			model.served[lane] = -i
			exec(`INSERT INTO job_lanes VALUES ($1, now() - make_interval(days => $2))`, lane, i+1)
		}
		ids, shown := map[string]int{}, map[string]int{}
		add := func(lane string) {
			model.step++
			ids[addTo(t, q, lane)] = model.step
			model.queued[lane] = append(model.queued[lane], model.step)
		}
		rt.Repeat(map[string]func(*rapid.T){
			"add to a busy lane": func(rt *rapid.T) {
				add(fmt.Sprintf("busy%d",
					rapid.IntRange(0, 2).Draw(rt, "lane")))
			},
			"add to a lane that is new": func(*rapid.T) { add(uuid.NewString()) },
			"add to a lane served days ago": func(rt *rapid.T) {
				add(fmt.Sprintf("days%d",
					rapid.IntRange(0, 2).Draw(rt, "lane")))
			},
			"claim": func(rt *rapid.T) {
				job, err := w.claim(t.Context(), uuid.New())
				if errors.Is(err, pgx.ErrNoRows) && len(model.queued) == 0 {
					return
				}
				if err != nil {
					rt.Fatal(err)
				}
				if want := model.take(); ids[job.ID] != want {
					rt.Fatalf("claimed the job of step %d, want that of step %d", ids[job.ID], want)
				}
			},
			"forecast": func(rt *rapid.T) {
				q.throughput.at = time.Time{}
				if err := q.UpdateEstimates(t.Context()); err != nil {
					rt.Fatal(err)
				}
				rows, _ := q.pool.Query(t.Context(),
					`SELECT id, position FROM jobs WHERE state = 'queued' ORDER BY ahead`)
				var got []int
				var id string
				var position int
				_, err := pgx.ForEachRow(rows, []any{&id, &position}, func() error {
					got = append(got, ids[id])
					if last, ok := shown[id]; ok && position > last {
						return fmt.Errorf("a shown position grew from %d to %d", last, position)
					}
					shown[id] = position
					return nil
				})
				if err != nil {
					rt.Fatal(err)
				}
				if want := model.all(); !slices.Equal(got, want) {
					rt.Fatalf("the forecast is %v, want %v", got, want)
				}
			},
		})
	})
}

// However many lanes come anew, a lane that was served has its next turn once those before it had
// theirs.
// Verifies LIMIT-1.
func TestServedLaneIsNotStarvedByNewLanes(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	claim := func() string {
		job, err := w.claim(t.Context(), uuid.New())
		if err != nil {
			t.Fatal(err)
		}
		return job.ID
	}
	addTo(t, q, "served")
	second := addTo(t, q, "served")
	claim()
	for i := range 30 {
		addTo(t, q, fmt.Sprintf("new%d", i))
		if claim() == second {
			if i != 0 {
				t.Errorf("%d new lanes came first", i)
			}
			return
		}
	}
	t.Error("a served lane starves")
}

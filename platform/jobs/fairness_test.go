package jobs

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"mcwick.example/platform/testkit"
)

// serviceOrder knows what each waiting lane has seen since its first job is the next of its own:
// since it came, or since the lane was served.
type serviceOrder struct {
	queued  map[string][]string        // ids of waiting jobs by lane, oldest first
	present map[string]map[string]bool // by waiting lane: the lanes that waited then
	served  map[string]map[string]bool // by waiting lane: the lanes that were served since
}

func (w *serviceOrder) begin(lane string) {
	delete(w.present, lane)
	delete(w.served, lane)
	if len(w.queued[lane]) == 0 {
		delete(w.queued, lane)
		return
	}
	w.present[lane], w.served[lane] = map[string]bool{}, map[string]bool{}
	for other := range w.queued {
		w.present[lane][other] = true
	}
}

func (w *serviceOrder) add(lane, id string) {
	w.queued[lane] = append(w.queued[lane], id)
	if len(w.queued[lane]) == 1 {
		w.begin(lane)
	}
}

// remove takes out a job that no visitor waits for any more.
func (w *serviceOrder) remove(lane, id string) {
	wasNext := w.queued[lane][0] == id
	w.queued[lane] = slices.DeleteFunc(w.queued[lane], func(other string) bool { return other == id })
	if wasNext {
		w.begin(lane)
	}
}

// serve takes out a claimed job, and says what is unfair about that: each lane that waits has seen
// no lane served twice, and none that came after it.
func (w *serviceOrder) serve(id string) error {
	for lane, ids := range w.queued {
		if ids[0] != id {
			continue
		}
		for other := range w.queued {
			if other == lane {
				continue
			}
			if w.served[other][lane] {
				return fmt.Errorf("lane %s is served twice while %s waits", lane, other)
			}
			if !w.present[other][lane] {
				return fmt.Errorf("lane %s came after %s and is served before it", lane, other)
			}
			w.served[other][lane] = true
		}
		w.remove(lane, id)
		return nil
	}
	return fmt.Errorf("job %s is the first of no lane", id)
}

// No lane waits for more than one round of the lanes that were present when they came, whatever the
// lanes: busy ones, new ones, some that were served days ago, and some whose jobs are cancelled.
// Verifies LIMIT-1.
func TestLanesWaitAtMostOneRound(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	rapid.Check(t, func(rt *rapid.T) {
		if _, err := q.pool.Exec(t.Context(), `TRUNCATE jobs, job_lanes`); err != nil {
			rt.Fatal(err)
		}
		const before = 6
		for i := range before { // so long ago, or never
			if days := rapid.IntRange(0, 400).Draw(rt, "days"); days > 0 {
				if _, err := q.pool.Exec(t.Context(),
					`INSERT INTO job_lanes VALUES ($1, now() - make_interval(days => $2))`, laneName(i),
					days); err != nil {
					rt.Fatal(err)
				}
			}
		}
		waiting := &serviceOrder{map[string][]string{}, map[string]map[string]bool{}, map[string]map[string]bool{}}
		added := 0
		add := func(lane string) {
			if added++; added < 50 { // more are refused
				waiting.add(lane, addTo(t, q, lane))
			}
		}
		claim := func(rt *rapid.T) {
			job, err := w.claim(t.Context(), uuid.New())
			if errors.Is(err, pgx.ErrNoRows) && len(waiting.queued) == 0 {
				return
			}
			if err != nil {
				rt.Fatal(err)
			}
			if err := waiting.serve(job.ID); err != nil {
				rt.Fatal(err)
			}
		}
		rt.Repeat(map[string]func(*rapid.T){
			"add": func(rt *rapid.T) { add(laneName(rapid.IntRange(0, before-1).Draw(rt, "lane"))) },
			"add some": func(rt *rapid.T) {
				lane := laneName(rapid.IntRange(0, 1).Draw(rt, "lane"))
				add(lane)
				add(lane)
				add(lane)
			},
			"add of new lane": func(*rapid.T) { add(uuid.NewString()) },
			"claim":           claim,
			"claim again":     claim,
			"cancel": func(rt *rapid.T) {
				if len(waiting.queued) == 0 {
					return
				}
				lane := rapid.SampledFrom(slices.Sorted(maps.Keys(waiting.queued))).Draw(rt, "lane")
				id := rapid.SampledFrom(waiting.queued[lane]).Draw(rt, "job")
				if _, err := q.Cancel(t.Context(), id, "ann"); err != nil {
					rt.Fatal(err)
				}
				waiting.remove(lane, id)
			},
		})
		for len(waiting.queued) > 0 {
			claim(rt)
		}
	})
}

func laneName(i int) string { return fmt.Sprint("lane", i) }

package jobs

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
)

// referenceOrder is what the order of the queue is to be, in steps of the test instead of times.
type referenceOrder struct {
	step     int
	clock    float64
	claims   int
	finishes map[string]float64
	served   map[string]int             // by flow
	settled  map[string]map[string]bool // flows with evidence by network
	queued   []referenceJob
}

type referenceJob struct {
	Origin

	added                  int
	laneCost, supernetCost float64
}

func newReferenceOrder() *referenceOrder {
	return &referenceOrder{finishes: map[string]float64{}, served: map[string]int{},
		settled: map[string]map[string]bool{}}
}

// add queues a job at this step.
func (o *referenceOrder) add(from Origin) {
	cost := func(network string, weight int) float64 {
		if o.settled[network] == nil {
			o.settled[network] = map[string]bool{}
		}
		if from.HasEvidence() {
			o.settled[network][from.Flow] = true
		}
		return 1 / float64(max(len(o.settled[network]), weight))
	}
	o.queued = append(o.queued, referenceJob{from, o.step, cost("lane "+from.Lane, laneWeight),
		cost("supernet "+from.Supernet, supernetWeight)})
}

// tags are what decides, from the first to the last.
func (o *referenceOrder) tags(j referenceJob, reserved bool) []float64 {
	order := 1.0
	if reserved && j.Standing == rpc.StandingSettled {
		order = 0
	}
	flow := max(o.clock, o.finishes["flow "+j.Flow])
	lane := max(flow, o.finishes["lane "+j.Lane])
	supernet := max(lane, o.finishes["supernet "+j.Supernet])
	return []float64{order, supernet, lane, flow, float64(max(o.served[j.Flow], j.added)), float64(j.added)}
}

// take returns the next job.
func (o *referenceOrder) take() referenceJob {
	reserved := o.claims%reservedEvery == reservedEvery-1
	next := slices.MinFunc(o.queued, func(a, b referenceJob) int {
		return slices.Compare(o.tags(a, reserved), o.tags(b, reserved))
	})
	o.remove(next.added)
	reserved = reserved && next.Standing == rpc.StandingSettled
	tags := o.tags(next, false)
	o.finishes["flow "+next.Flow] = tags[3] + 1
	if !reserved {
		o.finishes["lane "+next.Lane] = tags[2] + next.laneCost
		o.finishes["supernet "+next.Supernet] = tags[1] + next.supernetCost
		o.clock = tags[1]
	}
	o.claims++
	o.step++
	o.served[next.Flow] = o.step
	return next
}

func (o *referenceOrder) remove(added int) {
	o.queued = slices.DeleteFunc(o.queued, func(j referenceJob) bool { return j.added == added })
}

// drawOrigin draws one of few flows in fewer networks, or a new one.
func drawOrigin(rt *rapid.T) Origin {
	supernet := rapid.IntRange(0, 1).Draw(rt, "supernet")
	lane := rapid.IntRange(0, 2).Draw(rt, "lane")
	flow := fmt.Sprint(rapid.IntRange(0, 4).Draw(rt, "flow"))
	if rapid.IntRange(0, 3).Draw(rt, "new") == 0 {
		flow = uuid.NewString()
	}
	o := Origin{Supernet: fmt.Sprint("supernet", supernet), Lane: fmt.Sprint("lane", supernet, lane),
		Flow: fmt.Sprint("flow", supernet, lane, flow)}
	if rapid.IntRange(0, 4).Draw(rt, "settled") == 0 {
		o.Standing = rpc.StandingSettled
	}
	return o
}

// Claims take the smallest tag, and every fifth one a settled device's job; the estimates name the
// same job as the next one, number every job, and a position that was shown never grows.
// Verifies LIMIT-1.
func TestClaimsAndEstimatesUseTheSameOrder(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	rapid.Check(t, func(rt *rapid.T) {
		q.empty(t)
		model := newReferenceOrder()
		ids, shown := map[string]int{}, map[string]int{}
		first := "" // according to the estimates, unless the queue has changed since
		rt.Repeat(map[string]func(*rapid.T){
			"add": func(rt *rapid.T) {
				model.step++
				from := drawOrigin(rt)
				ids[addFrom(t, q, from)] = model.step
				model.add(from)
				first = ""
			},
			"claim": func(rt *rapid.T) {
				job, err := w.claim(t.Context(), uuid.New())
				if errors.Is(err, pgx.ErrNoRows) && len(model.queued) == 0 {
					return
				}
				if err != nil {
					rt.Fatal(err)
				}
				reserved := model.claims%reservedEvery == reservedEvery-1
				if want := model.take().added; ids[job.ID] != want {
					rt.Fatalf("claimed the job of step %d, want that of step %d", ids[job.ID], want)
				}
				if first != "" && job.ID != first && !reserved {
					rt.Fatalf("claimed %s, the estimates had %s for the first", job.ID, first)
				}
				first = ""
			},
			"cancel": func(rt *rapid.T) {
				if len(model.queued) == 0 {
					return
				}
				j := rapid.SampledFrom(model.queued).Draw(rt, "job")
				for id, step := range ids {
					if step == j.added {
						if _, err := q.Cancel(t.Context(), id, "ann"); err != nil {
							rt.Fatal(err)
						}
					}
				}
				model.remove(j.added)
				first = ""
			},
			"estimate": func(rt *rapid.T) {
				all := estimatePlaces(t, q)
				if len(all) != len(model.queued) {
					rt.Fatalf("%d of %d jobs have a place", len(all), len(model.queued))
				}
				for i, p := range all {
					if p.Ahead != i+1 {
						rt.Fatalf("place %d is %d", i+1, p.Ahead)
					}
					if last, ok := shown[p.ID]; ok && p.Position > last {
						rt.Fatalf("a shown position grew from %d to %d", last, p.Position)
					}
					shown[p.ID] = p.Position
				}
				if len(all) > 0 {
					first = all[0].ID
				}
			},
		})
	})
}

type place struct {
	ID              string
	Ahead, Position int
}

// estimatePlaces updates the estimates and returns them in order.
func estimatePlaces(t *testing.T, q *Queue) []place {
	t.Helper()
	updateEstimates(t, q)
	rows, _ := q.pool.Query(t.Context(), `SELECT id, ahead, position FROM jobs WHERE state = 'queued' ORDER BY ahead`)
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[place])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// When no more jobs come and no device is settled, jobs are served in the order of the estimates, but
// for those with equal tags: no later than one of each other flow allows.
// Verifies LIMIT-1.
func TestEstimatesHoldUntilMoreJobsCome(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	rapid.Check(t, func(rt *rapid.T) {
		q.empty(t)
		for range rapid.IntRange(0, 5).Draw(rt, "served before") {
			addFrom(t, q, drawOrigin(rt))
			if _, err := w.claim(t.Context(), uuid.New()); err != nil {
				rt.Fatal(err)
			}
		}
		flows := map[string]bool{}
		for range rapid.IntRange(1, 15).Draw(rt, "waiting") {
			o := drawOrigin(rt)
			o.Standing = ""
			flows[o.Flow] = true
			addFrom(t, q, o)
		}
		all := estimatePlaces(t, q)
		for i := range all {
			job, err := w.claim(t.Context(), uuid.New())
			if err != nil {
				rt.Fatal(err)
			}
			at := slices.IndexFunc(all, func(p place) bool { return p.ID == job.ID })
			if i-at > len(flows)-1 {
				rt.Fatalf("the job at place %d of %d flows was served as number %d", at+1, len(flows), i+1)
			}
		}
	})
}

// However many flows and lanes come anew under one supernet, and however fast, those that were served
// have their next turn: the supernet counts as sixteen flows.
// Verifies LIMIT-1.
func TestServedFlowIsNotStarvedByNewFlows(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	served := Origin{Flow: "served", Lane: "home", Supernet: "provider"}
	addFrom(t, q, served)
	second := addFrom(t, q, served)
	for n := range supernetWeight + 3 {
		for lane := range 2 { // the queue grows: more come than are served
			addFrom(t, q, Origin{Flow: uuid.NewString(), Lane: fmt.Sprint("farm", n, lane), Supernet: "farm"})
		}
		job, err := w.claim(t.Context(), uuid.New())
		if err != nil {
			t.Fatal(err)
		}
		if job.ID == second {
			return
		}
	}
	t.Error("a served flow starves")
}

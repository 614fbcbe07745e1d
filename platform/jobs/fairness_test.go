package jobs

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
)

// crowd is so many flows of a lane, each of which always has jobs that wait.
type crowd struct {
	lane, supernet string
	flows          int
	standing       string
	served         int
}

// Lanes that always wait are served in proportion: each flow as one, a lane as four flows at most
// and a supernet as sixteen, but for what their flows with evidence count as. Two of them are never
// further apart than a turn of a flow and what one costs each, however long it lasts and
// whichever others come; and a free worker always gets a job.
// Verifies LIMIT-1.
func TestTurnsAreSharedByWeight(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	q.throughput.initial = 1e-9 // no job is too far behind
	rapid.Check(t, func(rt *rapid.T) {
		q.empty(t)
		var crowds []*crowd
		for i := range rapid.IntRange(2, 4).Draw(rt, "lanes") {
			c := &crowd{lane: fmt.Sprint("lane", i), supernet: fmt.Sprint("supernet", i),
				flows: rapid.SampledFrom([]int{1, 2, 6}).Draw(rt, "flows")}
			if rapid.Bool().Draw(rt, "solved") {
				c.standing = rpc.StandingSolved
			}
			crowds = append(crowds, c)
		}
		served := map[string]func(){} // by job
		var wait func(c *crowd, flow int)
		wait = func(c *crowd, flow int) {
			id := addFrom(t, q, Origin{Flow: fmt.Sprint(c.lane, "flow", flow), Lane: c.lane, Supernet: c.supernet,
				Standing: c.standing})
			served[id] = func() {
				c.served++
				wait(c, flow)
			}
		}
		for range 2 { // a flow never runs out of jobs
			for _, c := range crowds {
				for flow := range c.flows {
					wait(c, flow)
				}
			}
		}
		for range rapid.IntRange(1, 40).Draw(rt, "claims") {
			if rapid.IntRange(0, 4).Draw(rt, "another comes") == 0 {
				alone := Origin{Flow: uuid.NewString(), Lane: uuid.NewString(), Supernet: uuid.NewString()}
				served[addFrom(t, q, alone)] = func() {}
			}
			job, err := w.claim(t.Context(), uuid.New())
			if err != nil {
				rt.Fatal(err)
			}
			served[job.ID]()
			for _, a := range crowds {
				for _, b := range crowds {
					if d := a.turns() - b.turns(); d > 1/a.weight()+1/b.weight()+1 {
						rt.Fatalf("%+v is %f turns before %+v", a, d, b)
					}
				}
			}
		}
	})
}

// weight is how many flows a crowd counts as.
func (c *crowd) weight() float64 {
	if c.standing == "" {
		return float64(min(c.flows, laneWeight))
	}
	return float64(c.flows)
}

// turns is how often it was served, in terms of its weight.
func (c *crowd) turns() float64 { return float64(c.served) / c.weight() }

// Settled devices have a fifth of the turns, however many others wait; when none of them waits, the
// others have all.
// Verifies LIMIT-21.
func TestTurnsAreReservedForSettledDevices(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	q.throughput.initial = 1e-9
	settled := map[string]bool{}
	for i := range 100 {
		addFrom(t, q, Origin{Flow: fmt.Sprint("bot", i), Lane: fmt.Sprint("lane", i), Supernet: fmt.Sprint("net", i%7)})
	}
	for range 10 { // of one device: its own turn is long after those of the others
		settled[addFrom(t, q, Origin{Flow: "ann", Lane: "home", Supernet: "provider", Standing: rpc.StandingSettled})] = true
	}
	first := estimatePlaces(t, q)
	for i := range 110 {
		job, err := w.claim(t.Context(), uuid.New())
		if err != nil {
			t.Fatal(err)
		}
		reserved := i%reservedEvery == reservedEvery-1
		if i < 45 && settled[job.ID] != reserved {
			t.Errorf("turn %d is for a settled device: %t", i+1, settled[job.ID])
		}
		if i < 45 && first[i].ID != job.ID {
			t.Errorf("turn %d was not as estimated", i+1)
		}
	}
}

package jobs

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
)

// Claims at the same moment take different jobs and charge every one of them, and additions meanwhile
// do not lock them out.
func TestConcurrentClaimsChargeEveryTurn(t *testing.T) {
	q := newTestQueue(t)
	q.throughput.initial = 1e-9 // no job is too far behind
	const claims = 48
	for i := range claims {
		addFrom(t, q, Origin{Flow: "flow", Lane: "lane", Supernet: fmt.Sprint("supernet", i%2)})
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	claimed := map[string]bool{}
	for i := range 8 {
		all.Go(func() {
			w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
			for range claims / 8 {
				job, err := w.claim(t.Context(), uuid.New())
				if err != nil {
					t.Error(err)
					continue
				}
				mu.Lock()
				claimed[job.ID] = true
				mu.Unlock()
				o := Origin{Flow: fmt.Sprint(i), Lane: "other", Supernet: "other", Standing: rpc.StandingSolved}
				if _, err := q.Add(t.Context(), NewJob{Kind: "later", Visitor: "ann", Origin: o, Key: uuid.NewString(),
					Input: "deep"}, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	var flow, lane float64
	err := q.pool.QueryRow(t.Context(), `SELECT (SELECT finish FROM job_turns WHERE key = 'flow'),
		(SELECT finish FROM job_turns WHERE key = 'lane')`).Scan(&flow, &lane)
	if err != nil || len(claimed) != claims || flow < claims || lane < claims/laneWeight {
		t.Errorf("%d jobs claimed, the flow has %f turns, the lane %f, %v", len(claimed), flow, lane, err)
	}
}

// whenPausing calls pausing when the work that has this context waits for its end.
type whenPausing struct {
	context.Context

	pausing func()
}

func (c whenPausing) Done() <-chan struct{} {
	c.pausing()
	return c.Context.Done()
}

// A worker that finds every waiting job locked looks again soon, and not after a whole poll interval.
func TestLockedJobIsClaimedOnceItIsFree(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	w.poll = time.Hour
	job := add(t, q)
	<-q.added // or it looks again at once
	update, err := q.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = update.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := update.Exec(t.Context(), `SELECT FROM jobs FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	pauses := 0
	claimed, _, _ := w.claimNext(whenPausing{ctx, func() {
		pauses++
		_ = update.Rollback(ctx)
	}})
	if claimed.ID != job.ID || pauses == 0 {
		t.Errorf("claimed %q after %d pauses, want %q", claimed.ID, pauses, job.ID)
	}
}

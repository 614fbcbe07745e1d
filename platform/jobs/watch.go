package jobs

import (
	"context"
	"sync"
	"time"

	"mcwick.example/platform/telemetry"
)

// pollEvery finds changes that another process made.
const pollEvery = time.Second

// Wait gives the job as soon as its version is above after, or as it is when wait is over.
func (q *Queue) Wait(ctx context.Context, id, visitor string, after int, wait time.Duration) (Job, error) {
	end := time.Now().Add(wait)
	changed, forget := q.changed.watch(id)
	defer forget()
	for {
		job, err := q.Get(ctx, id, visitor)
		left := time.Until(end)
		if err != nil || job.Version > after || job.State.Final() || left <= 0 {
			return job, err
		}
		select {
		case <-ctx.Done():
			return job, ctx.Err()
		case <-changed:
		case <-time.After(min(left, pollEvery)):
		}
		ctx = telemetry.Untraced(ctx) // the first look is on the trace
	}
}

// changes wakes those in this process who watch a job.
type changes struct {
	mu       sync.Mutex
	watchers map[string]map[chan struct{}]struct{} // by job id
}

func newChanges() *changes {
	return &changes{watchers: map[string]map[chan struct{}]struct{}{}}
}

// watch gives a channel that receives after each change of the job, and a function to end it.
func (c *changes) watch(id string) (changed <-chan struct{}, forget func()) {
	ch := make(chan struct{}, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.watchers[id] == nil {
		c.watchers[id] = map[chan struct{}]struct{}{}
	}
	c.watchers[id][ch] = struct{}{}
	return ch, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.watchers[id], ch)
		if len(c.watchers[id]) == 0 {
			delete(c.watchers, id)
		}
	}
}

// tell wakes the watchers of a job.
func (c *changes) tell(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ch := range c.watchers[id] {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

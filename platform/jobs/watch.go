package jobs

import (
	"context"
	"sync"
	"time"

	"mcwick.example/platform/telemetry"
)

// pollInterval finds changes that another process made.
const pollInterval = time.Second

// The bounds of a long poll.
const (
	maxPoll        = 25 * time.Second // so that proxies on the way do not cut it
	responseMargin = time.Second      // kept of a call's own deadline for answering
)

// Wait returns the visitor's job as soon as its version is above after, or as it is when wait is
// over: after 25 s, and a second before ctx ends, at the latest. Everyone else gets ErrNotFound.
func (q *Queue) Wait(ctx context.Context, id, visitor string, after int, wait time.Duration) (Job, error) {
	end := time.Now().Add(limitWait(ctx, wait))
	changed, forget := q.changed.watch(id)
	defer forget()
	for {
		job, err := q.Get(ctx, id, visitor)
		left := time.Until(end)
		if err != nil || job.Version > after || job.State.IsFinal() || left <= 0 {
			return job, err
		}
		select {
		case <-ctx.Done():
			return job, ctx.Err()
		case <-changed:
		case <-time.After(min(left, pollInterval)):
		}
		ctx = telemetry.WithoutTrace(ctx) // the first look is on the trace
	}
}

// limitWait is how long a call may wait that wants to for so long.
func limitWait(ctx context.Context, wait time.Duration) time.Duration {
	wait = min(wait, maxPoll)
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)-responseMargin)
	}
	return wait
}

// changeNotifier wakes those in this process who watch a job.
type changeNotifier struct {
	mu       sync.Mutex
	watchers map[string]map[chan struct{}]struct{} // by job id
}

func newChangeNotifier() *changeNotifier {
	return &changeNotifier{watchers: map[string]map[chan struct{}]struct{}{}}
}

// watch returns a channel that receives after each change of the job, and a function to end it.
func (c *changeNotifier) watch(id string) (changed <-chan struct{}, forget func()) {
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

// notify wakes the watchers of a job.
func (c *changeNotifier) notify(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ch := range c.watchers[id] {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

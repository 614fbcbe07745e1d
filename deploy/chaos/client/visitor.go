package client

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"mcwick.example/deploy/chaos/history"
	"mcwick.example/deploy/internal/wait"
)

// Visitor is one client: a browser, a person with at most one account, and the dice that decide
// what they do.
type Visitor struct {
	*connection
	dice     *rand.Rand
	pictures *pictures
	keys     keys
	own      []picture // publications that were acknowledged
	shared   []string  // videos that were
	unserved error     // of the first call that had no answer when it verified
	verifies bool      // nothing is broken any more, and no answer comes too late
}

// New makes clients of a platform. The same seed makes the same choices; what they meet is the
// platform's.
func New(url string, seed uint64, n int, record *history.Recorder) []*Visitor {
	shared := &pictures{}
	visitors := make([]*Visitor, n)
	for i := range visitors {
		visitors[i] = &Visitor{
			connection: newConnection(url, i+1, record), dice: rand.New(rand.NewPCG(seed, uint64(i)+1)),
			pictures: shared,
		}
	}
	return visitors
}

// action is something that a visitor does now and then, as often as its weight says.
type action struct {
	weight int
	do     func(*Visitor, context.Context)
}

var actions = []action{
	{20, (*Visitor).makeAndPublish},
	{8, (*Visitor).makeAndCancel},
	{40, (*Visitor).like},
	{10, (*Visitor).listLikes},
	{10, (*Visitor).getImage},
	{6, (*Visitor).listPublications},
	{5, (*Visitor).withdraw},
	{8, (*Visitor).getMedia},
	{2, (*Visitor).report},
	{2, (*Visitor).createVideo},
	{8, (*Visitor).nominate},
	{4, (*Visitor).listWall},
	{12, (*Visitor).useAccount},
	{8, (*Visitor).readSessions},
}

// Use does one thing after the other until ctx ends. A call under way is waited for: its record
// needs an end.
func (v *Visitor) Use(ctx context.Context) {
	calls := context.WithoutCancel(ctx)
	v.openSite(calls)
	total := 0
	for _, d := range actions {
		total += d.weight
	}
	for ctx.Err() == nil {
		n := v.dice.IntN(total)
		for _, d := range actions {
			if n -= d.weight; n < 0 {
				d.do(v, calls)
				break
			}
		}
		wait.Sleep(ctx, time.Duration(v.dice.IntN(150))*time.Millisecond)
	}
}

// verifyTime is what all visitors have to read what they can see.
const verifyTime = 3 * time.Minute

// VerifyLater reads all that the visitors can see, when nothing is broken any more: a visitor who is not served is an
// error.
func VerifyLater(ctx context.Context, visitors []*Visitor) error {
	ctx, leave := context.WithTimeout(ctx, verifyTime)
	defer leave()
	reading, unserved := sync.WaitGroup{}, make([]error, len(visitors))
	for i, v := range visitors {
		reading.Go(func() { unserved[i] = v.verify(ctx) })
	}
	reading.Wait()
	return errors.Join(unserved...)
}

func (v *Visitor) verify(ctx context.Context) error {
	v.verifies = true
	v.listLikes(ctx)
	v.listPublications(ctx)
	v.readSessions(ctx)
	v.listWall(ctx)
	for _, p := range v.own {
		v.fetch(ctx, p)
	}
	for _, id := range v.shared {
		v.getSharedVideo(ctx, id)
	}
	return v.unserved
}

func (v *Visitor) openSite(ctx context.Context) {
	for !v.hasDevice() && ctx.Err() == nil {
		v.do(ctx, v.getSession(nil))
	}
}

// timeout is how long this visitor waits for an answer: some leave early.
func (v *Visitor) timeout() time.Duration {
	if !v.verifies && v.dice.IntN(5) == 0 {
		return 300 * time.Millisecond
	}
	return 12 * time.Second
}

// tries is how often an unknown outcome is asked for again.
const tries = 5

// repeat makes a call until its outcome is known, as the page does: the same key, a little later.
func (v *Visitor) repeat(ctx context.Context, r request) (last history.Call) {
	for n := 0; n < tries || v.verifies && ctx.Err() == nil; n++ {
		r.timeout = v.timeout()
		last = v.do(ctx, r)
		if last.Outcome != history.Unknown && last.Status != http.StatusTooManyRequests {
			return last
		}
		wait.Sleep(ctx, time.Duration(n+1)*200*time.Millisecond)
	}
	if v.verifies && v.unserved == nil {
		v.unserved = fmt.Errorf("nothing is broken any more, and client %d is not served: %+v", v.number, last)
	}
	return last
}

// repeatTwice sends a call twice at a time now and then, as a double click does, and repeats one of
// the two.
func (v *Visitor) repeatTwice(ctx context.Context, r request) (last history.Call) {
	if v.dice.IntN(4) > 0 {
		return v.repeat(ctx, r)
	}
	twin := r
	twin.timeout = v.timeout()
	var sending sync.WaitGroup
	sending.Go(func() { v.do(ctx, twin) })
	defer sending.Wait()
	return v.repeat(ctx, r)
}

package limit

import (
	"context"
	"errors"
	"sync"
	"time"
)

// The bounds of a lease: what a process takes of a bucket ahead of its requests. It is no more than
// the bucket refills while it lasts, so that a visitor whose requests do not use it up loses nothing
// in the long run, and a tenth of the burst, which is what a replica may let through beyond it.
const (
	leaseTime  = time.Second
	leaseShare = 10
	maxLease   = 100
)

// leaseOf is how many tokens are taken of a bucket at once: one, which is exact, of a bucket that is
// small or refills slowly.
func leaseOf(r Rate) int {
	return max(1, min(int(leaseTime/r.Every), r.Burst/leaseShare, maxLease))
}

// AllowLeased decides as Allow does, but mostly from tokens that this process took of the buckets
// before, without asking Redis. A bucket lets through its burst and one lease of each replica at
// most. It is for requests that cost little: see leaseOf for which buckets are exact all the same.
func (g *Guard) AllowLeased(ctx context.Context, subject string, buckets ...Bucket) Decision {
	for {
		d, refill, other := g.leases.take(subject, buckets, g.now())
		switch {
		case other != nil:
			if other.wait(ctx) {
				continue
			}
		case refill == nil:
			return g.count(ctx, d, countedByLease)
		default:
			if d, err := g.refill(ctx, subject, refill); err == nil {
				return g.count(ctx, d, countedByRedis)
			}
		}
		return g.count(ctx, g.runLocally(allow, g.replicas.Count(), subject, buckets), countedByProcess)
	}
}

// refill asks Redis for the tokens that a request found missing. It does not end with the request,
// because others wait for the answer.
func (g *Guard) refill(ctx context.Context, subject string, r *refill) (d Decision, err error) {
	var taken []grant
	err = errors.New("the question was interrupted")
	defer func() { d.Remaining = g.leases.settle(r, taken, d, err, g.now()) }()
	d, err = g.breaker.Execute(func() (Decision, error) {
		var d Decision
		var err error
		d, taken, err = g.limiter.request(context.WithoutCancel(ctx), allow, subject, r.buckets, leaseOf)
		return d, err
	})
	return d, err
}

// leases are the tokens that this process took of buckets and has not used. Redis has debited them,
// so they are never more than the buckets had.
type leases struct {
	mu      sync.Mutex
	current map[leaseKey]*lease
	former  map[leaseKey]*lease // those of the time before, unused since
	began   time.Time           // when current did
}

type leaseKey struct{ subject, bucket string }

// lease is what this process has of one bucket.
type lease struct {
	rate    Rate
	tokens  int
	left    int // in the bucket, when the tokens were taken
	ends    time.Time
	refused time.Time // until when the bucket has no token, as Redis said
	pending *question // that brings new tokens; nil when none is under way
}

// question is one round trip to Redis, whose answer others wait for.
type question struct {
	answered chan struct{}
	failed   bool // to be read after answered
}

// wait reports whether there was an answer.
func (q *question) wait(ctx context.Context) bool {
	select {
	case <-q.answered:
		return !q.failed
	case <-ctx.Done():
		return false
	}
}

// refill is what a request found missing, and the tokens that it has taken of its other buckets.
type refill struct {
	question
	buckets []Bucket // those without tokens
	leases  []*lease // theirs
	held    []*lease // of the others
}

// take decides when it can: it takes a token of each bucket, or refuses because Redis did so and the time that it
// said is not over, so that clients beyond a limit hold up none of the others that they share a bucket with. When
// some buckets have no token, the caller is to ask Redis for these, or to wait for another that asks already.
func (l *leases) take(subject string, buckets []Bucket, now time.Time) (d Decision, r *refill, other *question) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forgetUnused(now)
	var few [4]*lease
	all, missing := few[:0], 0
	for _, b := range buckets {
		of := l.find(leaseKey{subject, b.Key}, b.Rate)
		all = append(all, of)
		if of.has(now) {
			continue
		}
		missing++
		if wait := of.refused.Sub(now); wait > d.RetryAfter {
			d = Decision{RefusedBy: b, RetryAfter: wait}
		}
		if of.pending != nil {
			other = of.pending
		}
	}
	switch {
	case d.RetryAfter > 0:
		return d, nil, nil
	case other != nil:
		return d, nil, other
	case missing > 0:
		return d, newRefill(buckets, all, now), nil
	}
	for _, of := range all {
		of.tokens--
	}
	return Decision{Allowed: true, Remaining: leftOf(all)}, nil, nil
}

// has reports whether there is a token to take.
func (l *lease) has(now time.Time) bool { return l.tokens > 0 && now.Before(l.ends) }

// newRefill takes a token of each bucket that has one, and marks the others as requested.
func newRefill(buckets []Bucket, all []*lease, now time.Time) *refill {
	r := &refill{question: question{answered: make(chan struct{})}}
	for i, of := range all {
		if of.has(now) {
			of.tokens--
			r.held = append(r.held, of)
			continue
		}
		of.pending, of.tokens = &r.question, 0
		r.buckets, r.leases = append(r.buckets, buckets[i]), append(r.leases, of)
	}
	return r
}

// settle ends a refill by what was taken of each of its buckets: one token for the request itself,
// the rest for those to come. When nothing was, those of the other buckets are given back, and the one that refused
// is remembered.
func (l *leases) settle(r *refill, taken []grant, d Decision, err error, now time.Time) (left int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, of := range r.leases {
		of.pending = nil
		if taken != nil {
			of.tokens, of.left, of.ends = taken[i].tokens-1, taken[i].left, now.Add(leaseTime)
		} else if err == nil && r.buckets[i].Key == d.RefusedBy.Key {
			of.refused = now.Add(d.RetryAfter)
		}
	}
	if taken == nil {
		for _, of := range r.held {
			of.tokens++
		}
	}
	r.failed = err != nil
	close(r.answered)
	if taken == nil {
		return 0
	}
	return leftOf(append(r.held, r.leases...))
}

// leftOf is how many more the fullest bucket lets through.
func leftOf(all []*lease) int {
	left := all[0].left + all[0].tokens
	for _, of := range all[1:] {
		left = min(left, of.left+of.tokens)
	}
	return left
}

// find returns the lease of a bucket, an empty one when there is none. Tokens of another rate were
// taken before the figures changed.
func (l *leases) find(key leaseKey, rate Rate) *lease {
	of, known := l.current[key]
	if !known {
		if of, known = l.former[key]; !known {
			of = &lease{rate: rate}
		}
		l.current[key] = of
	}
	if of.rate != rate {
		of.rate, of.tokens, of.refused = rate, 0, time.Time{}
	}
	return of
}

// forgetUnused drops leases that were unused for as long as one lasts, or before when they become too many.
func (l *leases) forgetUnused(now time.Time) {
	if now.Sub(l.began) >= leaseTime || len(l.current) >= maxBuckets {
		l.former, l.current, l.began = l.current, map[leaseKey]*lease{}, now
	}
}

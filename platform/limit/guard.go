package limit

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
	"github.com/redis/go-redis/v9"
	"github.com/sony/gobreaker/v2"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/instrument"
)

// Guard is a Limiter that has an answer without Redis too: it then counts in this process, each
// bucket at a share of its rate, so that a site without Redis allows less and is never unlimited.
type Guard struct {
	limiter  *Limiter
	breaker  *gobreaker.CircuitBreaker[Decision]
	replicas *Replicas
	mu       sync.Mutex
	buckets  *otter.Cache[string, time.Time] // by key: when the bucket is empty again
	now      func() time.Time
	leases   leases
	decided  map[decided]metric.MeasurementOption // its attributes, made once
	counter  metric.Int64Counter
}

// Who counted a decision.
const (
	countedByRedis   = "redis"
	countedByProcess = "process"
	countedByLease   = "lease"
)

// decided is a kind of decision in the metric.
type decided struct {
	counter string
	allowed bool
}

// maxBuckets bounds the memory of the process's own counting; the oldest are forgotten, in their
// visitors' favour.
const maxBuckets = 50_000

// scarceShare is how much smaller the share of a scarce route is: what costs money is let through
// at a quarter until the exact count is back.
const scarceShare = 4

// Redis is left alone when so many calls of a second failed, and they are one in failureShare: a
// handful of late answers among thousands is a busy network, not an outage.
const (
	minFailures  = 5
	failureShare = 10
)

// NewGuard makes a guard for one of so many replicas.
func NewGuard(log *slog.Logger, l *Limiter, replicas *Replicas) *Guard {
	counter := instrument.Must(otel.Meter("mcwick/limit").Int64Counter("mcwick.limits.decided",
		metric.WithDescription("Decisions by who counted (redis, lease, process) and by decision: allowed, refused.")))
	return &Guard{
		limiter: l, counter: counter, decided: decisionAttributes(), replicas: replicas, now: time.Now,
		buckets: otter.Must(&otter.Options[string, time.Time]{MaximumSize: maxBuckets}),
		breaker: gobreaker.NewCircuitBreaker[Decision](gobreaker.Settings{
			Name:     "limiter",
			Interval: time.Second,
			Timeout:  time.Second,
			ReadyToTrip: func(c gobreaker.Counts) bool {
				return c.TotalFailures >= minFailures && c.TotalFailures*failureShare >= c.Requests
			},
			IsExcluded: isInconclusive,
			OnStateChange: func(_ string, from, to gobreaker.State) {
				log.Warn("limiter", "from", from.String(), "to", to.String()) //nolint:sloglint // no request's context
			},
		}),
	}
}

// Allow debits every bucket of the subject, or none and says which refused. scarce says that a yes
// costs money. A Redis that fails is not asked again for the same request: the debit may have
// happened.
func (g *Guard) Allow(ctx context.Context, subject string, scarce bool, buckets ...Bucket) Decision {
	d, counter := g.run(ctx, allow, subject, scarce, buckets)
	return g.count(ctx, d, counter)
}

// count adds a decision to the metric and returns it.
func (g *Guard) count(ctx context.Context, d Decision, counter string) Decision {
	g.counter.Add(ctx, 1, g.decided[decided{counter, d.Allowed}])
	return d
}

// decisionAttributes are the attributes of each kind of decision.
func decisionAttributes() map[decided]metric.MeasurementOption {
	all := make(map[decided]metric.MeasurementOption)
	for _, counter := range []string{countedByRedis, countedByLease, countedByProcess} {
		for decision, allowed := range map[string]bool{"allowed": true, "refused": false} {
			all[decided{counter, allowed}] = metric.WithAttributeSet(attribute.NewSet(
				attribute.String("counter", counter), attribute.String("decision", decision)))
		}
	}
	return all
}

// Peek decides as Allow would, and debits nothing.
func (g *Guard) Peek(ctx context.Context, subject string, scarce bool, buckets ...Bucket) Decision {
	d, _ := g.run(ctx, peek, subject, scarce, buckets)
	return d
}

// Refund gives back what one Allow debited from the buckets. What a bucket has more than its burst
// is not kept.
func (g *Guard) Refund(ctx context.Context, subject string, scarce bool, buckets ...Bucket) {
	_, _ = g.run(ctx, refund, subject, scarce, buckets)
}

// run does the action in Redis, or in this process without it, and says which.
func (g *Guard) run(ctx context.Context, do action, subject string, scarce bool,
	buckets []Bucket) (d Decision, counter string) {
	// A client that leaves is counted in Redis all the same: what it made others do may go on.
	ctx = context.WithoutCancel(ctx)
	d, err := g.breaker.Execute(func() (Decision, error) { return g.limiter.run(ctx, do, subject, buckets) })
	if err == nil {
		return d, countedByRedis
	}
	share := g.replicas.Count()
	if scarce {
		share *= scarceShare
	}
	return g.runLocally(do, share, subject, buckets), countedByProcess
}

// isInconclusive reports whether an error is of one request alone: its keys are being moved to another node.
func isInconclusive(err error) bool { return redis.HasErrorPrefix(err, "TRYAGAIN") }

// runLocally is GCRA in this process, one request after the other: buckets are checked first and
// changed after.
func (g *Guard) runLocally(do action, share int, subject string, buckets []Bucket) Decision {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	d := Decision{Allowed: true, Remaining: -1}
	after := make([]time.Time, len(buckets))
	for i, b := range buckets {
		every := b.Rate.Every * time.Duration(share)
		burst := every * time.Duration(max(b.Rate.Burst/share, 1))
		arrival, ok := g.buckets.GetIfPresent(redisKey(subject, b))
		if !ok || arrival.Before(now) {
			arrival = now
		}
		after[i] = arrival.Add(every)
		if do == refund {
			after[i] = arrival.Add(-every)
		}
		missing := after[i].Sub(now) - burst
		if missing > d.RetryAfter && do != refund {
			d = Decision{RefusedBy: b, RetryAfter: missing}
		}
		if left := int(-missing / every); d.Allowed && (d.Remaining < 0 || left < d.Remaining) {
			d.Remaining = left
		}
	}
	if d.Allowed && do != peek {
		for i, b := range buckets {
			g.buckets.Set(redisKey(subject, b), after[i])
		}
	}
	return d
}

package main

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/instrument"
	"mcwick.example/platform/lifecycle"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// A change of the policy takes effect within three seconds: it is asked for each second, and a
// question takes two at most.
const (
	policyInterval = time.Second
	policyTimeout  = 2 * time.Second
)

// policy is what operators have this gateway refuse. It does not change once it was read.
type policy struct {
	version  string
	lockdown time.Time // when it ends; zero without one
	blocks   *blocks
}

// policies keeps the policy that the moderation service had last. While that service is away it is
// enforced on, until it expires.
type policies struct {
	client  moderationv1.PolicyServiceClient
	log     *slog.Logger
	now     func() time.Time
	answer  *moderationv1.Policy // the last one that was not known; only poll reads and sets it
	current atomic.Pointer[policy]
	checked atomic.Pointer[time.Time] // when it was known to be current; at first, when the program began
	isAway  bool                      // what the log says; only poll reads and sets it
}

func newPolicies(client moderationv1.PolicyServiceClient, log *slog.Logger) *policies {
	p := &policies{client: client, log: log, now: time.Now}
	p.current.Store(parsePolicy(nil, p.now()))
	began := p.now()
	p.checked.Store(&began)
	instrument.Must(otel.Meter("mcwick/gateway").Float64ObservableGauge("mcwick.policy.age", metric.WithUnit("s"),
		metric.WithDescription("How long ago the moderation service said what operators have the gateway refuse."),
		metric.WithFloat64Callback(func(_ context.Context, o metric.Float64Observer) error {
			o.Observe(p.age().Seconds())
			return nil
		})))
	return p
}

// age is how long ago the policy was known to be current.
func (p *policies) age() time.Duration { return p.now().Sub(*p.checked.Load()) }

// part asks for the policy before anything is served, and then each second.
func (p *policies) part() lifecycle.Part {
	part := lifecycle.Every(p.log, "policy", policyInterval, p.poll)
	repeat := part.Start
	part.Start = func(ctx context.Context, failed func(error)) error {
		_ = p.poll(ctx) // never an error
		return repeat(ctx, failed)
	}
	return part
}

// poll asks for the policy once, and logs when the moderation service stops or begins to answer.
func (p *policies) poll(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, policyTimeout)
	defer cancel()
	known, began := p.current.Load().version, p.now()
	answer, err := p.client.GetPolicy(ctx, &moderationv1.GetPolicyRequest{KnownVersion: known})
	if isAway := err != nil; isAway != p.isAway {
		p.isAway = isAway
		if isAway {
			p.log.WarnContext(ctx, "policy cannot be read: the last one stays in force", "error", err)
		} else {
			p.log.InfoContext(ctx, "policy can be read again")
		}
	}
	isNew := err == nil && answer.GetVersion() != known
	if err == nil {
		p.checked.Store(&began)
	}
	if isNew {
		p.answer = answer
	}
	if next := p.current.Load().blocks.next; isNew || !next.IsZero() && !p.now().Before(next) {
		p.current.Store(parsePolicy(p.answer, p.now()))
	}
	return nil
}

// parsePolicy reads what the moderation service answered, as it is in force now. A block that ended
// may hide one of a wider range, so it is left out.
func parsePolicy(answer *moderationv1.Policy, now time.Time) *policy {
	p := &policy{version: answer.GetVersion(), blocks: parseBlocks(answer.GetBlocks(), now)}
	if l := answer.GetLockdown(); l != nil {
		p.lockdown = l.GetExpireTime().AsTime()
	}
	return p
}

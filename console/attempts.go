package main

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/time/rate"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/security"
)

// An address may fail to sign in 10 times at once, and once a minute from then on.
const (
	maxFailures     = 10
	failureInterval = time.Minute
	maxAddresses    = 10_000 // that are remembered
)

// attempts limits failed sign-ins by address. Tokens are too long to be guessed; who tries makes no
// work and is seen.
type attempts struct {
	failures *otter.Cache[string, *failures]
	now      func() time.Time
	events   *security.Log
	counted  metric.Int64Counter
}

// failures are those of one address, whose sign-ins are made one after the other.
type failures struct {
	mu      sync.Mutex
	limiter *rate.Limiter
}

func newAttempts(now func() time.Time, events *security.Log) *attempts {
	counted, err := otel.Meter("mcwick/console").Int64Counter("mcwick.console.sign_ins",
		metric.WithDescription("Sign-ins by outcome: accepted, refused, limited or failed."))
	if err != nil {
		panic(err) // never: the name is valid
	}
	for _, outcome := range []string{"accepted", "refused", "limited", "failed"} { // so that the first is an increase
		counted.Add(context.Background(), 0, metric.WithAttributes(attribute.String("outcome", outcome)))
	}
	return &attempts{
		failures: otter.Must(&otter.Options[string, *failures]{
			MaximumSize:      maxAddresses,
			ExpiryCalculator: otter.ExpiryAccessing[string, *failures](maxFailures * failureInterval),
		}),
		now: now, events: events, counted: counted,
	}
}

// try signs in unless the address has failed too often.
func (a *attempts) try(r *http.Request, signIn func() error) error {
	address, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return err
	}
	f, _ := a.failures.ComputeIfAbsent(address, func() (*failures, bool) {
		return &failures{limiter: rate.NewLimiter(rate.Every(failureInterval), maxFailures)}, false
	})
	f.mu.Lock()
	defer f.mu.Unlock()
	now := a.now()
	if left := f.limiter.TokensAt(now); left < 1 {
		wait := time.Duration((1 - left) * float64(failureInterval))
		return a.count(r, "limited", fault.New(fault.KindLimited, "SIGN_IN_LIMITED",
			"Too many sign-ins failed from your address. Wait a minute.").WithRetryAfter(wait))
	}
	switch err := signIn(); {
	case err == nil:
		return a.count(r, "accepted", nil)
	case fault.IsFault(err):
		return a.count(r, "failed", err) // a broken service is not the operator's failure
	default:
		f.limiter.AllowN(now, 1)
		return a.count(r, "refused", err)
	}
}

func (a *attempts) count(r *http.Request, outcome string, err error) error {
	a.counted.Add(r.Context(), 1, metric.WithAttributes(attribute.String("outcome", outcome)))
	if outcome == "refused" || outcome == "limited" {
		a.events.Record(r.Context(), security.SignInRefused, outcome)
	}
	return err
}

package main

import (
	"context"
	"net/http"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/time/rate"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/instrument"
	"mcwick.example/platform/security"
)

// Sign-ins may fail 50 times at once, and once a second from then on.
const (
	maxFailures     = 50
	failureInterval = time.Second
)

// attempts limits failed sign-ins, all together: operators come through tunnels, so all have one
// address, and one who fails must not lock the others out. A valid token is never refused: the
// check is cheap, and no limit makes tokens of 256 bits harder to guess.
type attempts struct {
	failures *rate.Limiter
	now      func() time.Time
	events   *security.Log
	counted  metric.Int64Counter
}

func newAttempts(now func() time.Time, events *security.Log) *attempts {
	counted := instrument.Must(otel.Meter("mcwick/console").Int64Counter("mcwick.console.sign_ins",
		metric.WithDescription("Sign-ins by outcome: accepted, refused, limited or failed.")))
	for _, outcome := range []string{"accepted", "refused", "limited", "failed"} { // so that the first is an increase
		counted.Add(context.Background(), 0, metric.WithAttributes(attribute.String("outcome", outcome)))
	}
	return &attempts{rate.NewLimiter(rate.Every(failureInterval), maxFailures), now, events, counted}
}

// try signs in. A failure says so, or that there were too many.
func (a *attempts) try(r *http.Request, signIn func() error) error {
	switch err := signIn(); {
	case err == nil:
		return a.count(r, "accepted", nil)
	case fault.IsFault(err):
		return a.count(r, "failed", err) // a broken service is not the operator's failure
	case a.failures.AllowN(a.now(), 1):
		return a.count(r, "refused", err)
	default:
		return a.count(r, "limited", fault.New(fault.KindLimited, "SIGN_IN_LIMITED",
			"The token is not valid here, and too many sign-ins failed.").WithRetryAfter(failureInterval))
	}
}

func (a *attempts) count(r *http.Request, outcome string, err error) error {
	a.counted.Add(r.Context(), 1, metric.WithAttributes(attribute.String("outcome", outcome)))
	if outcome == "refused" || outcome == "limited" {
		a.events.Record(r.Context(), security.SignInRefused, outcome)
	}
	return err
}

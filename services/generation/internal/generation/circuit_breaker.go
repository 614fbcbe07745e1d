package generation

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	"mcwick.example/platform/fault"
)

// After so many failures in a row a model is not called for a while, and then tried with one call.
const (
	maxConsecutiveFailures = 5
	openTimeout            = 30 * time.Second
)

// maxPause is how long a job waits for a model whose provider requested a pause. For longer pauses
// it continues with the next model at once, so that no worker is idle.
const maxPause = 20 * time.Second

// maxRequestedPause is how much of a requested pause is kept: a day's may come from a page of
// maintenance that is over in minutes, and a call that is too early costs nothing.
const maxRequestedPause = 5 * time.Minute

// errNotCounted tells the breaker to count a call neither as a success nor as a failure.
var errNotCounted = errors.New("not counted")

// errNotCalled means that the breaker is open or the pause is too long.
var errNotCalled = errors.New("not called")

// CircuitBreaker blocks calls to a model that would fail: a circuit breaker, and the pause that its
// provider requested. Each model has one in each process.
type CircuitBreaker struct {
	name    string
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]

	mu          sync.Mutex
	failure     error     // the last one, which an open breaker returns
	pausedUntil time.Time // by the provider's Retry-After
}

// NewCircuitBreaker returns a closed breaker for the model of that name.
func NewCircuitBreaker(name string) *CircuitBreaker { return newCircuitBreaker(name, openTimeout) }

func newCircuitBreaker(name string, timeout time.Duration) *CircuitBreaker {
	return &CircuitBreaker{name: name, breaker: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name:        name,
		MaxRequests: 1,
		Timeout:     timeout,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= maxConsecutiveFailures },
		// A refused prompt is a response.
		IsSuccessful: func(err error) bool { return !isOutage(err) },
		// A busy provider says itself how long to wait; one that rejects a request may accept the
		// next.
		IsExcluded: func(err error) bool {
			return isOneOf(err, ErrProviderBusy, ErrRejected) || errors.Is(err, errNotCounted)
		},
		OnStateChange: func(name string, from, to gobreaker.State) {
			slog.Warn("AI model's breaker", "model", name, "from", from.String(), "to", to.String())
		},
	})}
}

// do calls the model, or returns errNotCalled with the last failure.
func (g *CircuitBreaker) do(ctx context.Context, call func() error) error {
	done, err := g.allow(ctx)
	if err != nil {
		return err
	}
	err = errNotCounted // also of a call that panics: the breaker waits for the calls that it admitted
	defer func() { done(err) }()
	err = call()
	return err
}

// allow waits for the end of a pause, if the job has the time, and returns the function to call
// with the call's result. An open breaker returns the failure that opened it.
func (g *CircuitBreaker) allow(ctx context.Context) (done func(error), err error) {
	g.mu.Lock()
	wait, failure := time.Until(g.pausedUntil), g.failure
	g.mu.Unlock()
	if wait > 0 && (wait > maxPause || !hasTime(ctx, wait) || !sleep(ctx, wait)) {
		return nil, ErrProviderBusy.WithRetryAfter(wait).WithCause(errNotCalled)
	}
	report, err := g.breaker.Allow()
	if err != nil {
		return nil, errors.Join(failure, errNotCalled)
	}
	return func(err error) {
		if errors.Is(err, ErrJobOver) || errors.Is(err, ErrMaybePaid) || errors.Is(err, ErrBudget) ||
			ctx.Err() != nil && !errors.Is(err, ErrTimeout) {
			err = errNotCounted // or canceled: it says nothing about the provider
		}
		g.recordFailure(ctx, err)
		report(err)
	}, nil
}

// recordFailure stores a call's result. A failure is logged here, with the provider's error code,
// because the job may go on and succeed.
func (g *CircuitBreaker) recordFailure(ctx context.Context, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if isOutage(err) {
		g.failure = err
		slog.WarnContext(ctx, "AI model failed", "model", g.name, "error", err)
	}
	if isOneOf(err, ErrProviderBusy) {
		until := time.Now().Add(min(fault.From(err).RetryAfter, maxRequestedPause))
		if until.After(g.pausedUntil) { // of calls at the same time not each gets the request
			g.pausedUntil = until
		}
	}
}

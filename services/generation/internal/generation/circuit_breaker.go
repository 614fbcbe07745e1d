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

// A model that failed so many times in a row is left alone for a while, and then tried with one call.
const (
	maxConsecutiveFailures = 5
	openTimeout            = 30 * time.Second
)

// maxPause is how long a job waits for a model whose provider asked for a pause. For longer ones it goes on at once, so that no
// worker stands idle for them.
const maxPause = 20 * time.Second

// errCircuitOpen tells the breaker that no call was made.
var errCircuitOpen = errors.New("nothing was asked")

// CircuitBreaker keeps calls from a model that would not take them: a circuit breaker, and the pause that its provider asked for. Each model has
// one in each process.
type CircuitBreaker struct {
	name    string
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]

	mu          sync.Mutex
	failure     error     // the last one, which a closed gate answers with
	pausedUntil time.Time // by the provider's Retry-After
}

// NewCircuitBreaker makes an open gate for the model of that name.
func NewCircuitBreaker(name string) *CircuitBreaker { return newCircuitBreaker(name, openTimeout) }

func newCircuitBreaker(name string, leftAlone time.Duration) *CircuitBreaker {
	return &CircuitBreaker{name: name, breaker: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name:        name,
		MaxRequests: 1,
		Timeout:     leftAlone,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= maxConsecutiveFailures },
		// Words that were refused are an answer.
		IsSuccessful: func(err error) bool { return !isOutage(err) },
		// A provider that is busy says itself how long; one that rejects a request may take the next.
		IsExcluded: func(err error) bool {
			return isOneOf(err, ErrProviderBusy, ErrRejected) || errors.Is(err, errCircuitOpen)
		},
		OnStateChange: func(name string, from, to gobreaker.State) {
			slog.Warn("AI model's breaker", "model", name, "from", from.String(), "to", to.String())
		},
	})}
}

// call asks the model unless the gate is closed; closed tells that nothing was asked.
func (g *CircuitBreaker) call(ctx context.Context, ask func() error) (closed bool, err error) {
	leave, err := g.allow(ctx)
	if err != nil {
		return true, err
	}
	err = errCircuitOpen // also of a call that panics: the breaker waits for what it let through
	defer func() { leave(err) }()
	err = ask()
	return false, err
}

// allow waits for the end of a pause, if the job has the time, and returns what the end of the call
// must be told to. A closed gate is the failure that closed it.
func (g *CircuitBreaker) allow(ctx context.Context) (leave func(error), err error) {
	g.mu.Lock()
	wait, failure := time.Until(g.pausedUntil), g.failure
	g.mu.Unlock()
	if wait > 0 && (wait > maxPause || !hasTime(ctx, wait) || !sleep(ctx, wait)) {
		return nil, ErrProviderBusy.WithRetryAfter(wait).WithCause(errCircuitOpen)
	}
	done, err := g.breaker.Allow()
	if err != nil {
		return nil, errors.Join(failure, err)
	}
	return func(err error) {
		if errors.Is(err, ErrJobOver) || errors.Is(err, ErrMaybePaid) || errors.Is(err, ErrBudget) || ctx.Err() != nil && !errors.Is(err, ErrTimeout) {
			err = errCircuitOpen // or given up: it tells nothing of the provider
		}
		g.recordFailure(ctx, err)
		done(err)
	}, nil
}

// recordFailure remembers what a call ended with. A failure is logged here, with what the provider calls it, because the job may go on and succeed.
func (g *CircuitBreaker) recordFailure(ctx context.Context, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if isOutage(err) {
		g.failure = err
		slog.WarnContext(ctx, "AI model failed", "model", g.name, "error", err)
	}
	if isOneOf(err, ErrProviderBusy) {
		g.pausedUntil = time.Now().Add(fault.From(err).RetryAfter)
	}
}

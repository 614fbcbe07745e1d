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
	failuresInARow = 5
	leftAlone      = 30 * time.Second
)

// longestPause is how long a job waits for a model whose provider asked for a pause. For longer ones it goes on at once, so that no
// worker stands idle for them.
const longestPause = 20 * time.Second

// errNotAsked tells the breaker that no call was made.
var errNotAsked = errors.New("nothing was asked")

// Gate keeps calls from a model that would not take them: a circuit breaker, and the pause that its provider asked for. Each model has
// one in each process.
type Gate struct {
	name    string
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]

	mu          sync.Mutex
	failure     error     // the last one, which a closed gate answers with
	pausedUntil time.Time // by the provider's Retry-After
}

// NewGate makes an open gate for the model of that name.
func NewGate(name string) *Gate { return newGate(name, leftAlone) }

func newGate(name string, leftAlone time.Duration) *Gate {
	return &Gate{name: name, breaker: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name:        name,
		MaxRequests: 1,
		Timeout:     leftAlone,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= failuresInARow },
		// Words that were refused are an answer.
		IsSuccessful: func(err error) bool { return !isOutage(err) },
		// A provider that is busy says itself how long; one that rejects a request may take the next.
		IsExcluded: func(err error) bool { return isOneOf(err, ErrProviderBusy, ErrRejected) || errors.Is(err, errNotAsked) },
		OnStateChange: func(name string, from, to gobreaker.State) {
			slog.Warn("AI model's breaker", "model", name, "from", from.String(), "to", to.String())
		},
	})}
}

// call asks the model unless the gate is closed; closed tells that nothing was asked.
func (g *Gate) call(ctx context.Context, ask func() error) (closed bool, err error) {
	leave, err := g.enter(ctx)
	if err != nil {
		return true, err
	}
	err = errNotAsked // also of a call that panics: the breaker waits for what it let through
	defer func() { leave(err) }()
	err = ask()
	return false, err
}

// enter waits for the end of a pause, if the job has the time, and gives what the end of the call must be told to. A closed gate is the
// failure that closed it.
func (g *Gate) enter(ctx context.Context) (leave func(error), err error) {
	g.mu.Lock()
	wait, failure := time.Until(g.pausedUntil), g.failure
	g.mu.Unlock()
	if wait > 0 && (wait > longestPause || !hasTime(ctx, wait) || !pause(ctx, wait)) {
		return nil, ErrProviderBusy.After(wait).With(errNotAsked)
	}
	done, err := g.breaker.Allow()
	if err != nil {
		return nil, errors.Join(failure, err)
	}
	return func(err error) {
		if errors.Is(err, ErrJobOver) || errors.Is(err, ErrMaybePaid) || errors.Is(err, ErrBudget) || ctx.Err() != nil && !errors.Is(err, ErrTimeout) {
			err = errNotAsked // or given up: it tells nothing of the provider
		}
		g.note(ctx, err)
		done(err)
	}, nil
}

// note remembers what a call ended with. A failure is logged here, with what the provider calls it, because the job may go on and succeed.
func (g *Gate) note(ctx context.Context, err error) {
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

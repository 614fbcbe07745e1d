package generation

import (
	"context"
	"errors"
	"time"
)

// minCallTime is what a call needs at least: with less of the job's time left no further model is asked, and no pause is waited for.
const minCallTime = 10 * time.Second

// tryModels asks the models of a chain, one after the other, until one answers. Only what is wrong with a provider leads to the next: an
// answer that is no use ends the chain, as it was paid, and so do words that were refused, which others would be asked to say yes to.
func tryModels[M interface{ entry() Model }, T any](ctx context.Context, chain []M, ask func(M) (T, error)) (answer T, by M, err error) {
	err = ErrKey // said when no model can be asked
	for i, m := range chain {
		if i > 0 && !hasTime(ctx, 0) {
			break
		}
		answer, failure := ask(m)
		if !isOutage(failure) {
			return answer, m, failure
		}
		if i == 0 || !errors.Is(failure, ErrBudget) && !errors.Is(failure, ErrMaybePaid) {
			err = failure // what a provider said tells more than why the next was not asked
		}
	}
	return answer, by, err
}

// hasTime reports whether a call may still begin after a wait.
func hasTime(ctx context.Context, wait time.Duration) bool {
	deadline, bounded := ctx.Deadline()
	return ctx.Err() == nil && (!bounded || time.Until(deadline) >= wait+minCallTime)
}

// isOutage reports whether another model may do better: the provider or our account with it failed, not what was asked for.
func isOutage(err error) bool {
	return isOneOf(err, ErrKey, ErrOrganization, ErrRegion, ErrModel, ErrQuota, ErrProviderBusy, ErrUnreachable, ErrNetwork, ErrTimeout,
		ErrImage, ErrRejected) || errors.Is(err, ErrMaybePaid) || errors.Is(err, ErrBudget)
}

// A model is asked at most so many times for a job, so far apart, within the job's own time.
const (
	maxAttempts  = 3
	retryBackoff = time.Second
)

// retryUntilAccepted asks a model until its provider has taken the call, at most so many times. It waits as long as the provider says, if the
// job has that much time.
func retryUntilAccepted[T any](ctx context.Context, gate *CircuitBreaker, ask func() (T, error)) (answer T, err error) {
	for attempt := range maxAttempts {
		if attempt > 0 && !sleep(ctx, retryBackoff) {
			break
		}
		closed, failure := gate.call(ctx, func() (err error) {
			answer, err = ask()
			return err
		})
		if closed {
			return answer, errors.Join(failure, err)
		}
		if err = failure; !isOneOf(err, ErrProviderBusy, ErrUnreachable) {
			break
		}
	}
	return answer, err
}

// sleep waits; false when the job's time is over.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

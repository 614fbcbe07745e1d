package generation

import (
	"context"
	"errors"
	"slices"
	"time"
)

// minCallTime is the minimum time for a call: with less of the job's time left no further model is
// called, and no pause is waited for.
const minCallTime = 10 * time.Second

// tryAffordable calls the models of a chain that a job has money for: without a reservation those at no cost. It would
// wait for the others in vain.
func tryAffordable[M, T any](
	ctx context.Context, l Ledger, jobID string, chain []M, price func(M) int64, call func(m M, isLast bool) (T, error),
) (answer T, by M, err error) {
	if len(chain) > 0 && !l.HasReservation(ctx, jobID) {
		chain = slices.DeleteFunc(slices.Clone(chain), func(m M) bool { return price(m) > 0 })
		if len(chain) == 0 {
			return answer, by, ErrBudget
		}
	}
	return tryModels(ctx, chain, call)
}

// tryModels calls the models of a chain in order until one responds. Only a provider's failure
// leads to the next: an unusable response ends the chain, because it was paid, and so does a
// refused prompt, which other models would be asked to allow.
func tryModels[M, T any](
	ctx context.Context, chain []M, call func(m M, isLast bool) (T, error),
) (answer T, by M, err error) {
	err = ErrKey // returned when no model can be called
	for i, m := range chain {
		if i > 0 && !hasTime(ctx, 0) {
			break
		}
		answer, failure := call(m, i == len(chain)-1)
		if !isOutage(failure) {
			return answer, m, failure
		}
		if i == 0 || !errors.Is(failure, ErrBudget) && !errors.Is(failure, ErrMaybePaid) {
			err = failure // a provider's failure says more than why the next was skipped
		}
	}
	return answer, by, err
}

// hasTime reports whether a call may still begin after a wait.
func hasTime(ctx context.Context, wait time.Duration) bool {
	deadline, bounded := ctx.Deadline()
	return ctx.Err() == nil && (!bounded || time.Until(deadline) >= wait+minCallTime)
}

// isOutage reports whether another model may succeed: the provider or our account with it failed,
// not the request.
func isOutage(err error) bool {
	return isOneOf(err, ErrKey, ErrOrganization, ErrRegion, ErrModel, ErrQuota, ErrProviderBusy, ErrUnreachable,
		ErrNetwork, ErrTimeout,
		ErrImage, ErrRejected) || errors.Is(err, ErrMaybePaid) || errors.Is(err, ErrBudget)
}

// The number of attempts at one model for a job and the pause between them, within the job's own
// time.
const (
	maxAttempts  = 3
	retryBackoff = time.Second
)

// retryUntilAccepted calls a model until its provider accepts the call, or may have, up to the limit.
// It waits as long as the provider requests, if the job has the time.
func retryUntilAccepted[T any](
	ctx context.Context, gate *CircuitBreaker, call func() (T, error),
) (answer T, err error) {
	for attempt := range maxAttempts {
		if attempt > 0 && !sleep(ctx, retryBackoff) {
			break
		}
		failure := gate.do(ctx, func() (err error) {
			answer, err = call()
			return err
		})
		if errors.Is(failure, errNotCalled) {
			return answer, errors.Join(failure, err)
		}
		if err = failure; outcomeOf(err) != OutcomeFailed || !isOneOf(err, ErrProviderBusy, ErrUnreachable) {
			break
		}
	}
	return answer, err
}

// sleep waits; it returns false when the job's time is over.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

package retry_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/retry"
)

var (
	errAway    = fault.New(fault.KindUnavailable, "AWAY", "Away.")
	errRefused = fault.New(fault.KindInvalid, "REFUSED", "Refused.")
)

func TestPolicyLimitsAttempts(t *testing.T) {
	for name, c := range map[string]struct {
		policy   retry.Policy
		fails    []error // of the attempts; then they succeed
		attempts int
		err      error
		took     time.Duration
	}{
		"success":         {retry.Policy{Backoff: time.Second}, nil, 1, nil, 0},
		"success at last": {retry.Policy{Backoff: time.Second}, []error{errAway, errRefused}, 3, nil, 2 * time.Second},
		"a refusal": {retry.Policy{Backoff: time.Second, RetryIf: retry.IsUnavailable},
			[]error{errAway, errRefused, errAway}, 2, errRefused, time.Second},
		"attempts": {retry.Policy{Backoff: time.Second, Attempts: 2}, []error{errAway, errAway, errAway}, 2, errAway,
			time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, attempts, retried := time.Now(), 0, 0
				c.policy.OnFailure = func(error) { retried++ }
				result, err := retry.Do(t.Context(), c.policy, func(context.Context) (int, error) {
					attempts++
					if attempts <= len(c.fails) {
						return attempts, c.fails[attempts-1]
					}
					return attempts, nil
				})
				if !errors.Is(err, c.err) || result != c.attempts || attempts != c.attempts ||
					retried != c.attempts-1 || time.Since(began) != c.took {
					t.Errorf("%d, %v after %d attempts, %d retried, %v", result, err, attempts, retried,
						time.Since(began))
				}
			})
		})
	}
}

func TestDeadlinesEndAttempts(t *testing.T) {
	for name, c := range map[string]struct {
		context, until time.Duration
		attempts       int
	}{
		"until":       {time.Hour, 1500 * time.Millisecond, 3},
		"the past":    {time.Hour, -time.Second, 1},
		"the context": {3500 * time.Millisecond, time.Hour, 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), c.context)
				defer cancel()
				attempts := 0
				policy := retry.Policy{Backoff: time.Second, Until: time.Now().Add(c.until)}
				err := retry.Call(ctx, policy, func(context.Context) error { attempts++; return errAway })
				if !errors.Is(err, errAway) || attempts != c.attempts {
					t.Errorf("%v after %d attempts", err, attempts)
				}
			})
		})
	}
}

func TestAttemptsHaveTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		err := retry.Call(t.Context(), retry.Policy{Timeout: 3 * time.Second, Backoff: time.Second, Attempts: 2},
			func(ctx context.Context) error {
				<-ctx.Done() // hangs
				return ctx.Err()
			})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 7*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

func TestBackoffGrowsWithJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pauses []time.Duration
		last := time.Now()
		policy := retry.Policy{Backoff: 100 * time.Millisecond, MaxBackoff: 400 * time.Millisecond, Attempts: 6}
		_ = retry.Call(t.Context(), policy, func(context.Context) error {
			pauses = append(pauses, time.Since(last))
			last = time.Now()
			return errAway
		})
		for i, around := range []time.Duration{100, 200, 400, 400, 400} {
			if pause := pauses[i+1]; pause < around*time.Millisecond/2 || pause > around*time.Millisecond*3/2 {
				t.Errorf("pause %d is %v", i, pause)
			}
		}
	})
}

// Package retry repeats what failed for a reason that may pass. It is what the platform's waits for
// a database, a broker or a bucket have in common; calls between services are repeated by gRPC
// itself (platform/rpc).
package retry

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"

	"mcwick.example/platform/fault"
)

// Policy says what is repeated, how far apart, and for how long. Without a bound it is repeated
// until the context ends.
type Policy struct {
	Backoff time.Duration // before the second attempt; all are the same without MaxBackoff
	// up to which pauses double, each of a random length around that, so that the same two do not
	// meet again
	MaxBackoff time.Duration
	Attempts   uint          // at most; 0 is any number
	Until      time.Time     // after it no attempt is repeated; zero is no such time
	Timeout    time.Duration // of each attempt; 0 is that of the context

	RetryIf   func(err error) bool // reports whether another attempt may do better; nil is always
	OnFailure func(err error)      // is called with each failure that is followed by another attempt; may be nil
}

// Do calls try until it succeeds or the policy or ctx ends it, and returns what the last attempt
// gave.
func Do[T any](ctx context.Context, p Policy, try func(ctx context.Context) (T, error)) (result T, err error) {
	options := []backoff.RetryOption{backoff.WithBackOff(p.backOff()), backoff.WithMaxTries(p.Attempts),
		backoff.WithMaxElapsedTime(0)}
	if p.OnFailure != nil {
		options = append(options, backoff.WithNotify(func(err error, _ time.Duration) { p.OnFailure(err) }))
	}
	var last error // as try gave it: the library's may be the end of the context, or wrapped
	result, err = backoff.Retry(ctx, func() (T, error) {
		attempt, cancel := p.withTimeout(ctx)
		defer cancel()
		result, err := try(attempt)
		if last = err; err != nil && !p.shouldRetry(err) {
			err = backoff.Permanent(err)
		}
		return result, err
	}, options...)
	if err != nil {
		err = last
	}
	return result, err
}

// Call is Do for what gives nothing but an error.
func Call(ctx context.Context, p Policy, try func(ctx context.Context) error) error {
	_, err := Do(ctx, p, func(ctx context.Context) (struct{}, error) { return struct{}{}, try(ctx) })
	return err
}

func (p Policy) shouldRetry(err error) bool {
	return (p.RetryIf == nil || p.RetryIf(err)) && (p.Until.IsZero() || time.Now().Before(p.Until))
}

func (p Policy) backOff() backoff.BackOff {
	if p.MaxBackoff == 0 {
		return backoff.NewConstantBackOff(p.Backoff)
	}
	return &backoff.ExponentialBackOff{
		InitialInterval: p.Backoff, MaxInterval: p.MaxBackoff, Multiplier: 2,
		RandomizationFactor: backoff.DefaultRandomizationFactor,
	}
}

// withTimeout gives each attempt its own deadline.
func (p Policy) withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	if p.Timeout == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, p.Timeout)
}

// IsUnavailable reports whether an error says nothing about the request: the server is unavailable,
// or did not answer in time.
func IsUnavailable(err error) bool {
	f := fault.From(err)
	return f != nil && (f.Kind == fault.KindUnavailable || f.Kind == fault.KindTimeout)
}

package rpc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
	"google.golang.org/grpc"

	"mcwick.example/platform/fault"
)

// The breaker of a method opens after maxFailures in a row and stays open for openTimeout. Then up
// to maxProbes calls are let through: it closes when all succeed, and opens again when one fails.
const (
	maxFailures = 5
	openTimeout = time.Second
	maxProbes   = 3
)

type longPollKey struct{}

// WithLongPoll marks the calls of ctx as long polls. They pass the breaker by: as probes they would
// keep others waiting for as long as they last.
func WithLongPoll(ctx context.Context) context.Context {
	return context.WithValue(ctx, longPollKey{}, true)
}

// breaker stops calling a method that cannot be reached or does not answer in time. Each method has
// a breaker of its own, so that one that is slow does not shut off the others.
func breaker() grpc.UnaryClientInterceptor {
	var byMethod sync.Map // of *gobreaker.CircuitBreaker[struct{}]; methods are few
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker,
		opts ...grpc.CallOption) error {
		if ctx.Value(longPollKey{}) != nil {
			return invoke(ctx, method, req, reply, cc, opts...)
		}
		if err := ctx.Err(); err != nil {
			return err // the caller's time was over before the service was asked
		}
		found, ok := byMethod.Load(method)
		if !ok {
			found, _ = byMethod.LoadOrStore(method, newBreaker(method))
		}
		_, err := found.(*gobreaker.CircuitBreaker[struct{}]).Execute(func() (struct{}, error) {
			return struct{}{}, invoke(ctx, method, req, reply, cc, opts...)
		})
		if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
			return fault.ErrUnavailable.WithCause(fmt.Errorf("%s: %w", method, err))
		}
		return err
	}
}

func newBreaker(method string) *gobreaker.CircuitBreaker[struct{}] {
	return gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{
		Name:        method,
		MaxRequests: maxProbes,
		Timeout:     openTimeout,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= maxFailures },
		// A refusal is an answer, and so is an internal fault: it is about one call, the next may
		// well succeed.
		IsSuccessful: func(err error) bool { return !hasKind(err, fault.KindUnavailable, fault.KindTimeout) },
		IsExcluded:   func(err error) bool { return hasKind(err, fault.KindCanceled) }, // says nothing of the service
		OnStateChange: func(method string, from, to gobreaker.State) {
			slog.Warn("breaker", "method", method, "from", from.String(), "to", to.String())
		},
	})
}

// hasKind reports whether err is of one of the kinds.
func hasKind(err error, kinds ...fault.Kind) bool {
	f := fault.From(fault.FromStatus(err))
	return f != nil && slices.Contains(kinds, f.Kind)
}

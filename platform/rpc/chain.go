package rpc

import (
	"context"
	"log/slog"
	"path"
	"sync"
	"time"

	"github.com/go-kit/kit/endpoint"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/telemetry"
)

// errBusy refuses what is over a call's share of the process.
var errBusy = fault.New(fault.KindLimited, "BUSY",
	"The service is busy. Try again in a moment.").WithRetryAfter(time.Second)

// Chain is what every call of a service goes through inside the interceptors.
type Chain struct {
	log         *slog.Logger
	concurrency int
	methods     *sync.Map // endpoint.Middleware by full name
}

// ServerChain makes a chain: one log line with kind and reason, then a bound of `concurrency` calls
// of the same method at a time, long polls that wait not counted.
func ServerChain(log *slog.Logger, concurrency int) Chain {
	return Chain{log, concurrency, &sync.Map{}}
}

// middleware returns the middlewares of a method as one, made when it is called first.
func (c Chain) middleware(fullMethod string) endpoint.Middleware {
	if known, ok := c.methods.Load(fullMethod); ok {
		return known.(endpoint.Middleware)
	}
	made := endpoint.Chain(observe(c.log, path.Base(fullMethod)), limitConcurrency(c.concurrency))
	known, _ := c.methods.LoadOrStore(fullMethod, made)
	return known.(endpoint.Middleware)
}

// slowThreshold is how long a call takes that is worth a line though it went well.
const slowThreshold = time.Second

// observe writes one line a call, at a level that fits the outcome, and marks the span. Inputs are
// never logged: prompts are personal.
func observe(log *slog.Logger, name string) endpoint.Middleware {
	return func(next endpoint.Endpoint) endpoint.Endpoint {
		return func(ctx context.Context, req any) (any, error) {
			start := time.Now()
			span := trace.SpanFromContext(ctx)
			span.SetAttributes(idAttributes(req)...)
			resp, err := next(ctx, req)
			span.SetAttributes(idAttributes(resp)...)
			outcome := err
			if f, ok := resp.(endpoint.Failer); ok && err == nil {
				outcome = f.Failed()
			}
			lasted := time.Since(start)
			took := slog.Float64("ms", float64(lasted.Microseconds())/1000)
			e := fault.From(outcome)
			if e == nil {
				level := slog.LevelDebug
				if lasted > slowThreshold+requestedWait(req) {
					level = slog.LevelInfo
				}
				log.Log(ctx, level, name, took)
				return resp, err
			}
			span.SetAttributes(telemetry.FaultKind.String(e.Kind.String()), telemetry.FaultReason.String(e.Reason))
			kind, reason := slog.String("kind", e.Kind.String()), slog.String("reason", e.Reason)
			switch {
			case err != nil:
				span.SetStatus(codes.Error, e.Reason)
				log.ErrorContext(ctx, name, took, kind, reason, slog.Any("error", outcome))
			case e.Kind == fault.KindCanceled: // the client closed the page
				log.DebugContext(ctx, name, took, kind, reason)
			default:
				log.InfoContext(ctx, name, took, kind, reason)
			}
			return resp, err
		}
	}
}

// requestedWait is how long a long poll wants to be kept waiting; 0 for other calls.
func requestedWait(req any) time.Duration {
	poll, ok := req.(interface{ GetWait() *durationpb.Duration })
	if !ok {
		return 0
	}
	return poll.GetWait().AsDuration()
}

// maxWaiting bounds the long polls of one method that wait: each holds 15 KB and no connection of a database, and
// each open page is one.
const maxWaiting = 6000

// limitConcurrency answers BUSY instead of letting calls of one name pile up. Those that wait have permits of
// their own, so that reads pass beside them.
func limitConcurrency(concurrency int) endpoint.Middleware {
	working, waiting := make(chan struct{}, concurrency), make(chan struct{}, maxWaiting)
	return func(next endpoint.Endpoint) endpoint.Endpoint {
		return func(ctx context.Context, req any) (any, error) {
			permits := working
			if requestedWait(req) > 0 {
				permits = waiting
			}
			select {
			case permits <- struct{}{}:
				defer func() { <-permits }()
				return next(ctx, req)
			default:
				return refusal{errBusy}, nil
			}
		}
	}
}

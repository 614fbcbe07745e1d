// Package lifecycle runs a program as an ordered list of parts: started in order, stopped in
// reverse, within a time for all. The first part that fails stops all.
package lifecycle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/instrument"
)

// Part is one thing a program runs. Each function may be nil.
type Part struct {
	Name string
	// Start returns once the part works. It calls failed, at most once, when the part ends by
	// itself later.
	Start func(ctx context.Context, failed func(error)) error
	// Running is called once, when all parts have started.
	Running func()
	// Stop ends the part and waits for what it had begun, until ctx ends.
	Stop func(ctx context.Context) error
	// Budget bounds Stop, for a part that may take longer than its share of StopTimeout, and is
	// beside that.
	Budget time.Duration
}

// StopTimeout is what all parts without a budget of their own take to stop, at most: the supervisor
// may kill it after that and those budgets. A part gets half of what is left, so one that hangs
// leaves time to those below it, telemetry above all.
const StopTimeout = 30 * time.Second

// Run starts the parts, waits until ctx ends or a part fails, and stops what was started in
// reverse. The context of Start ends when stopping begins. It returns the failure that ended it, if
// any, joined with those of stopping.
func Run(ctx context.Context, log *slog.Logger, parts ...Part) error {
	ctx, stopping := context.WithCancel(ctx) // a failure is the program's end too, and makes it not ready
	defer stopping()
	failures := make(chan error, len(parts))
	started := 0
	var failure error
	for _, p := range parts {
		if p.Start != nil {
			name := p.Name
			failure = p.Start(ctx, func(err error) { failures <- fmt.Errorf("%s: %w", name, err) })
		}
		if failure != nil {
			failure = fmt.Errorf("start %s: %w", p.Name, failure)
			break
		}
		started++
	}
	if failure == nil {
		for _, p := range parts {
			if p.Running != nil {
				p.Running()
			}
		}
		log.InfoContext(ctx, "started")
		select {
		case <-ctx.Done():
		case failure = <-failures:
		}
	}
	log.InfoContext(ctx, "stopping", "reason", stopReason(ctx, failure))
	stopping()
	return errors.Join(failure, stopParts(ctx, parts[:started]))
}

func stopParts(ctx context.Context, parts []Part) error {
	var errs []error
	left := StopTimeout
	for i := len(parts) - 1; i >= 0; i-- {
		p := parts[i]
		if p.Stop == nil {
			continue
		}
		began := time.Now()
		// The program's context has ended by now; stopping has its own time.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(p.Budget, left/2))
		if err := p.Stop(ctx); err != nil {
			errs = append(errs, fmt.Errorf("stop %s: %w", p.Name, err))
		}
		cancel()
		if p.Budget == 0 {
			left -= time.Since(began)
		}
	}
	return errors.Join(errs...)
}

func stopReason(ctx context.Context, failure error) string {
	if failure != nil {
		return failure.Error()
	}
	return context.Cause(ctx).Error()
}

// Loop is a part that runs f until the program stops: f gets a context that Stop ends, and Stop
// waits for it to return. An f that returns an error before that has failed.
func Loop(name string, f func(ctx context.Context) error) Part {
	var running sync.WaitGroup
	var end context.CancelFunc
	return Part{
		Name: name,
		Start: func(ctx context.Context, failed func(error)) error {
			ctx, end = context.WithCancel(context.WithoutCancel(ctx))
			running.Go(func() {
				if err := f(ctx); err != nil && ctx.Err() == nil {
					failed(err)
				}
			})
			return nil
		},
		Stop: func(ctx context.Context) error {
			end()
			return Await(ctx, running.Wait)
		},
	}
}

// Await calls f and waits until it returns, or until ctx ends; f goes on then.
func Await(ctx context.Context, f func()) error {
	done := make(chan struct{})
	go func() { f(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// FromStart is a part that calls f when the program starts and then once each interval, until the program stops.
// A call that fails is logged and the next one comes all the same. Unlike Every it bounds no call and measures
// nothing: its intervals may be longer than the age that an alert is about.
func FromStart(log *slog.Logger, name string, interval time.Duration, f func(ctx context.Context) error) Part {
	return Loop(name, func(ctx context.Context) error {
		for {
			if err := f(ctx); err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, name, "error", err)
			}
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(interval):
			}
		}
	})
}

// callTimeout is what one call of Every may take, where its interval is not longer. Tasks have
// closer bounds of their own; this one is for what they forgot, as a call that waits forever is a
// task that is not done any more.
const callTimeout = 5 * time.Minute

// Every is a part that calls f once each interval until the program stops. A call that fails is
// logged and the next one comes all the same; one that goes on for too long loses its context. A metric
// says how long ago one succeeded.
func Every(log *slog.Logger, name string, interval time.Duration, f func(ctx context.Context) error) Part {
	return Loop(name, func(ctx context.Context) error {
		began := time.Now()
		var succeeded atomic.Pointer[time.Time]
		succeeded.Store(&began)
		age := measureAge(name, &succeeded)
		defer func() { _ = age.Unregister() }() // never an error
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
			}
			call, cancel := context.WithTimeout(ctx, max(interval, callTimeout))
			if err := f(call); err == nil {
				now := time.Now()
				succeeded.Store(&now)
			} else if ctx.Err() == nil {
				log.WarnContext(ctx, name, "error", err)
			}
			cancel()
		}
	})
}

// measureAge exports how long ago a task succeeded, until it is unregistered.
func measureAge(task string, succeeded *atomic.Pointer[time.Time]) metric.Registration {
	meter := otel.Meter("mcwick/lifecycle")
	age := instrument.Must(meter.Float64ObservableGauge("mcwick.task.age", metric.WithUnit("s"),
		metric.WithDescription("How long ago a periodic task last succeeded, or began.")))
	name := metric.WithAttributes(attribute.String("task", task))
	return instrument.Must(meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		o.ObserveFloat64(age, time.Since(*succeeded.Load()).Seconds(), name)
		return nil
	}, age))
}

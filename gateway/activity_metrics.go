package main

import (
	"context"
	"errors"
	"strconv"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// activityMetrics are what dashboards and alerts see of the activity: no lanes, of which there are
// too many.
type activityMetrics struct{ devices, refused, challenges, solutions metric.Int64Counter }

func newActivityMetrics(a *activity) (m activityMetrics, err error) {
	meter := otel.Meter("mcwick/gateway")
	var errs [6]error
	m.devices, errs[0] = meter.Int64Counter("mcwick.devices.made",
		metric.WithDescription("Devices that were made, each with a cookie of its own."))
	// A scope that refuses much is too tight, or under attack.
	m.refused, errs[1] = meter.Int64Counter("mcwick.limits.refused",
		metric.WithDescription("Requests over a limit, by route and by the scope that refused: device, address, subnet."))
	m.challenges, errs[2] = meter.Int64Counter("mcwick.challenges",
		metric.WithDescription("Challenges that were given out, by level."))
	m.solutions, errs[3] = meter.Int64Counter("mcwick.solutions",
		metric.WithDescription("Solutions of challenges, by outcome: accepted, invalid, expired, used, mismatch."))
	errs[4] = observeGauge(meter, "mcwick.devices.busiest_lane",
		"Devices made in a minute for the lane that got the most, of this minute and the last.", a.busiestLane)
	errs[5] = observeGauge(meter, "mcwick.challenge.level", "How difficult challenges are; 0 asks for none.", func() int {
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.level
	})
	if err := errors.Join(errs[:]...); err != nil {
		return m, err
	}
	m.begin()
	return m, nil
}

// begin exports every series from the start: an increase is not seen of one that begins at one.
func (m activityMetrics) begin() {
	ctx := context.Background()
	m.devices.Add(ctx, 0)
	for level := 1; level <= maxLevel; level++ {
		m.challenges.Add(ctx, 0, metric.WithAttributes(attribute.String("level", strconv.Itoa(level))))
	}
	for _, outcome := range []string{solutionAccepted, solutionInvalid, solutionExpired, solutionUsed,
		solutionMismatch, solutionCheap} {
		m.solutions.Add(ctx, 0, metric.WithAttributes(attribute.String("outcome", outcome)))
	}
}

// observeGauge exports a figure as it is whenever metrics are read.
func observeGauge(meter metric.Meter, name, description string, figure func() int) error {
	_, err := meter.Int64ObservableGauge(name, metric.WithDescription(description),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(int64(figure()))
			return nil
		}))
	return err
}

// observeFlag exports 1 while something is true, else 0.
func observeFlag(meter metric.Meter, name, description string, is func() bool) error {
	return observeGauge(meter, name, description, func() int {
		if is() {
			return 1
		}
		return 0
	})
}

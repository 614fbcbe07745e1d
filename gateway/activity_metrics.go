package main

import (
	"context"
	"strconv"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/instrument"
)

// activityMetrics are what dashboards and alerts see of the activity: no lanes, of which there are
// too many.
type activityMetrics struct{ devices, refused, challenges, solutions metric.Int64Counter }

func newActivityMetrics(a *activity) (m activityMetrics) {
	meter := otel.Meter("mcwick/gateway")
	m.devices = instrument.Must(meter.Int64Counter("mcwick.devices.made",
		metric.WithDescription("Devices that were made, each with a cookie of its own.")))
	// A scope that refuses much is too tight, or under attack.
	m.refused = instrument.Must(meter.Int64Counter("mcwick.limits.refused",
		metric.WithDescription("Requests over a limit, by route and by the scope that refused: device, address, subnet.")))
	m.challenges = instrument.Must(meter.Int64Counter("mcwick.challenges",
		metric.WithDescription("Challenges that were given out, by level.")))
	m.solutions = instrument.Must(meter.Int64Counter("mcwick.solutions",
		metric.WithDescription("Solutions of challenges, by outcome: accepted, invalid, expired, used, mismatch.")))
	observeGauge(meter, "mcwick.devices.busiest_lane",
		"Devices made in a minute for the lane that got the most, of this minute and the last.", a.busiestLane)
	observeGauge(meter, "mcwick.challenge.level", "How difficult challenges are; 0 asks for none.", func() int {
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.level
	})
	m.begin()
	return m
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
func observeGauge(meter metric.Meter, name, description string, figure func() int) {
	instrument.Must(meter.Int64ObservableGauge(name, metric.WithDescription(description),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(int64(figure()))
			return nil
		})))
}

// observeFlag exports 1 while something is true, else 0.
func observeFlag(meter metric.Meter, name, description string, is func() bool) {
	observeGauge(meter, name, description, func() int {
		if is() {
			return 1
		}
		return 0
	})
}

package postgres

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/services/generation/internal/generation"
)

// dollars converts the database's millionths to the metrics' unit.
func dollars(microUSD int64) float64 { return float64(microUSD) / 1e6 }

func newCost() metric.Float64Counter {
	// Only an invalid name returns an error.
	cost, _ := otel.Meter("mcwick/generation").Float64Counter("mcwick.ai.cost", metric.WithUnit("{USD}"),
		metric.WithDescription("The cost of AI calls, by the kind of the job, model and outcome: settled, or unknown and counted as paid."))
	return cost
}

// recordCost records a call's cost in the metrics and on the job's span.
func (l *Ledger) recordCost(ctx context.Context, kind, model string, outcome generation.Outcome, cost int64) {
	l.cost.Add(ctx, dollars(cost), metric.WithAttributes(
		attribute.String("kind", kind), semconv.GenAIRequestModel(model), attribute.String("outcome", string(outcome))))
	trace.SpanFromContext(ctx).SetAttributes(attribute.Float64("mcwick.ai.cost_usd", dollars(cost)))
}

// Measure registers today's budget and its use as metrics. Each process reports the same values,
// those of the whole system.
func (q *Queue) Measure() error {
	budget, err := otel.Meter("mcwick/generation").Float64ObservableGauge("mcwick.budget", metric.WithUnit("{USD}"),
		metric.WithDescription("Today's budget, by part: limit, released until the end of this hour, spent, reserved for accepted jobs."))
	if err != nil {
		return err
	}
	ratio, err := otel.Meter("mcwick/generation").Float64ObservableGauge("mcwick.budget.ratio",
		metric.WithDescription("What was spent and reserved in this hour, in proportion to its money used as evenly as time passes."))
	if err != nil {
		return err
	}
	_, err = otel.Meter("mcwick/generation").RegisterCallback(func(ctx context.Context,
		observer metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		today, err := q.Budget(ctx)
		if err != nil {
			return err
		}
		hour, now, err := q.money(ctx)
		if err != nil {
			return err
		}
		observer.ObserveFloat64(ratio, hour.ratio(now))
		for part, microUSD := range map[string]int64{"limit": today.Total, "released": hour.Released,
			"spent": today.Spent, "reserved": today.Reserved} {
			observer.ObserveFloat64(budget, dollars(microUSD), metric.WithAttributes(attribute.String("part", part)))
		}
		return nil
	}, budget, ratio)
	return err
}

package postgres

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"

	"mcwick.example/platform/instrument"
	"mcwick.example/services/generation/internal/generation"
)

// dollars converts the database's millionths to the metrics' unit.
func dollars(microUSD int64) float64 { return float64(microUSD) / 1e6 }

// costMeter records what AI calls cost.
type costMeter struct{ metric.Float64Counter }

func newCostMeter() costMeter {
	cost := instrument.Must(otel.Meter("mcwick/generation").Float64Counter("mcwick.ai.cost", metric.WithUnit("{USD}"),
		metric.WithDescription("The cost of AI calls, by the kind of the job, model and outcome: settled, or unknown and counted as paid.")))
	return costMeter{cost}
}

func (m costMeter) record(ctx context.Context, c callCost, outcome generation.Outcome) {
	m.Add(ctx, dollars(c.Cost), metric.WithAttributes(attribute.String("kind", c.Kind),
		semconv.GenAIRequestModel(c.Model), attribute.String("outcome", string(outcome))))
}

// recordUnknown records calls that ended as unknown, once that is committed.
func (m costMeter) recordUnknown(ctx context.Context, calls []callCost) {
	for _, c := range calls {
		m.record(ctx, c, generation.OutcomeUnknown)
	}
}

// callCost is what a call cost, in micro-dollars.
type callCost struct {
	Kind, Model string
	Cost        int64
}

// returningCosts makes callCosts of the rows of ai_calls that a statement changes.
const returningCosts = ` RETURNING kind, model, price_micro_usd AS cost`

// Measure registers today's budget and its use as metrics. Each process reports the same values,
// those of the whole system.
func (q *Queue) Measure() {
	meter := otel.Meter("mcwick/generation")
	budget := instrument.Must(meter.Float64ObservableGauge("mcwick.budget", metric.WithUnit("{USD}"),
		metric.WithDescription("Today's budget, by part: limit, released until the end of this hour, spent, reserved for accepted jobs.")))
	ratio := instrument.Must(meter.Float64ObservableGauge("mcwick.budget.ratio",
		metric.WithDescription("What was spent and reserved in this hour, in proportion to its money used as evenly as time passes.")))
	instrument.Must(meter.RegisterCallback(func(ctx context.Context, observer metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		hour, now, err := q.money(ctx)
		if err != nil {
			return err
		}
		observer.ObserveFloat64(ratio, hour.ratio(now))
		for part, microUSD := range map[string]int64{"limit": hour.Total, "released": hour.Released,
			"spent": hour.Spent, "reserved": hour.Reserved} {
			observer.ObserveFloat64(budget, dollars(microUSD), metric.WithAttributes(attribute.String("part", part)))
		}
		return nil
	}, budget, ratio))
}

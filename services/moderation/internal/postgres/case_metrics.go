package postgres

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
)

// RegisterMetrics reports how long the oldest decision waits that its subject's owner has not
// applied, and how many cases wait for an operator.
func (s *Cases) RegisterMetrics() error {
	meter := otel.Meter("mcwick/moderation")
	age, err := meter.Float64ObservableGauge("mcwick.moderation.decision.unapplied.age", metric.WithUnit("s"),
		metric.WithDescription("How long the oldest decision has waited that is not applied yet; 0 when there is none."))
	if err != nil {
		return err
	}
	open, err := meter.Int64ObservableGauge("mcwick.moderation.cases.open",
		metric.WithDescription("Cases that wait for an operator."))
	if err != nil {
		return err
	}
	_, err = meter.RegisterCallback(func(ctx context.Context, observer metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, measureTimeout)
		defer cancel()
		var oldest float64
		var waiting int64
		if err := s.pool.QueryRow(ctx, measure).Scan(&oldest, &waiting); err != nil {
			return err
		}
		observer.ObserveFloat64(age, oldest)
		observer.ObserveInt64(open, waiting)
		return nil
	}, age, open)
	return err
}

// measureTimeout limits what a scrape waits for.
const measureTimeout = 2 * time.Second

// measure relies on decisions_unapplied and cases_open.
const measure = `
SELECT coalesce(extract(epoch FROM now() - (SELECT min(created_at) FROM decisions WHERE applied_at IS NULL)), 0)::float8,
    (SELECT count(*) FROM cases WHERE is_open)`

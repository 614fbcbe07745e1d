package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/instrument"
)

// measureTimeout limits what a scrape waits for.
const measureTimeout = time.Second

// ObserveAge registers as a gauge how many seconds ago the time was that a query selects, such as when
// the row was added that waits longest; 0 when it selects NULL. The gauge has no value while the
// database is away.
func ObserveAge(meter metric.Meter, pool *pgxpool.Pool, name, description, query string) {
	instrument.Must(meter.Float64ObservableGauge(name, metric.WithUnit("s"), metric.WithDescription(description),
		metric.WithFloat64Callback(func(ctx context.Context, o metric.Float64Observer) error {
			ctx, cancel := context.WithTimeout(ctx, measureTimeout)
			defer cancel()
			var age float64
			err := pool.QueryRow(ctx, `SELECT coalesce(greatest(extract(epoch FROM now() - (`+query+`)), 0), 0)::float8`).
				Scan(&age)
			if err == nil {
				o.Observe(age)
			}
			return err
		})))
}

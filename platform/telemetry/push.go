package telemetry

import (
	"context"
	"errors"
	"strings"

	bridge "go.opentelemetry.io/contrib/bridges/prometheus"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/sdk/metric"
)

// newPushReader sends all metrics to a collector, once a minute or every
// OTEL_METRIC_EXPORT_INTERVAL milliseconds, and when the program stops. Those of the meters go by
// OpenTelemetry's names; a store that speaks Prometheus makes the names of the operations port of
// them. The program's own have no other names, and come by a bridge from their own registry, so
// that nothing is sent twice.
func (t *Telemetry) newPushReader(ctx context.Context, endpoint string) (metric.Reader, error) {
	if endpoint == "" {
		return nil, errors.New("OTEL_METRICS_EXPORTER is otlp, and there is no OTEL_EXPORTER_OTLP_ENDPOINT to send to")
	}
	exporter, err := otlpmetrichttp.New(ctx,
		otlpmetrichttp.WithEndpointURL(strings.TrimRight(endpoint, "/")+"/v1/metrics"))
	if err != nil {
		return nil, err
	}
	return metric.NewPeriodicReader(exporter,
		metric.WithProducer(bridge.NewMetricProducer(bridge.WithGatherer(t.processMetrics)))), nil
}

// Package metrictest reads what the code under test tells the metrics. It stands beside testkit
// because it brings OpenTelemetry's SDK along, which most tests need not compile.
package metrictest

import (
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric/noop"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// Reader collects what is recorded from New on.
type Reader struct{ reader *sdk.ManualReader }

// New collects the metrics of all that is made until the test ends. OpenTelemetry's provider is
// global, so such a test is not for t.Parallel.
func New(t *testing.T) Reader {
	t.Helper()
	r := Reader{sdk.NewManualReader()}
	otel.SetMeterProvider(noop.NewMeterProvider()) // the first one gets all that was made before
	before := otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(r.reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	return r
}

// Sample is what the series of a metric that have the attributes asked for say together.
type Sample struct {
	Series int
	Value  float64 // their sum; of a histogram that of all it was told
	Count  uint64  // of a histogram: how often it was told something
}

// Read returns what a metric says by now. with are pairs of an attribute's key and value; other
// attributes make no difference.
func (r Reader) Read(t *testing.T, name string, with ...string) (sample Sample) {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := r.reader.Collect(t.Context(), &all); err != nil {
		t.Log(err) // a callback failed; the metrics of the others are there
	}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if m.Name != name {
				continue
			}
			switch data := m.Data.(type) {
			case metricdata.Sum[int64]:
				addPoints(&sample, data.DataPoints, with)
			case metricdata.Gauge[int64]:
				addPoints(&sample, data.DataPoints, with)
			case metricdata.Sum[float64]:
				addPoints(&sample, data.DataPoints, with)
			case metricdata.Gauge[float64]:
				addPoints(&sample, data.DataPoints, with)
			case metricdata.Histogram[float64]:
				for _, p := range data.DataPoints {
					if hasAttributes(p.Attributes, with) {
						sample.Series, sample.Value, sample.Count = sample.Series+1, sample.Value+p.Sum, sample.Count+
							p.Count
					}
				}
			default:
				t.Fatalf("%s is a %T", name, data)
			}
		}
	}
	return sample
}

func addPoints[N int64 | float64](sample *Sample, points []metricdata.DataPoint[N], with []string) {
	for _, p := range points {
		if hasAttributes(p.Attributes, with) {
			sample.Series, sample.Value = sample.Series+1, sample.Value+float64(p.Value)
		}
	}
}

func hasAttributes(set attribute.Set, with []string) bool {
	for i := 0; i < len(with); i += 2 {
		if value, ok := set.Value(attribute.Key(with[i])); !ok || value.String() != with[i+1] {
			return false
		}
	}
	return true
}

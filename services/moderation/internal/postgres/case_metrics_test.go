package postgres

import (
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/moderation/internal/postgres/migrations"
)

// Verifies OPS-51.
func TestMostOverdueCaseIsMeasured(t *testing.T) {
	pool, reader, before := testkit.Database(t, migrations.Schema), sdk.NewManualReader(), otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	(&Cases{pool: pool}).RegisterMetrics()
	overdue := func() time.Duration {
		t.Helper()
		var all metricdata.ResourceMetrics
		if err := reader.Collect(t.Context(), &all); err != nil {
			t.Fatal(err)
		}
		for _, scope := range all.ScopeMetrics {
			for _, m := range scope.Metrics {
				if m.Name == "mcwick.moderation.case.overdue" {
					seconds := m.Data.(metricdata.Gauge[float64]).DataPoints[0].Value
					return time.Duration(seconds * float64(time.Second)).Truncate(time.Hour)
				}
			}
		}
		t.Fatal("it is not measured")
		return 0
	}
	add := func(isOpen bool, urgency int64) {
		testkit.Fill(t, pool, `INSERT INTO cases (id, kind, subject, text, object_name, maker_device, maker_account, is_open, urgency)
			VALUES (gen_random_uuid(), 'picture', gen_random_uuid(), '', '', '', '', $1, $2)`, isOpen, urgency)
	}
	due := func(in time.Duration) int64 { return lastDue - time.Now().Add(in).UnixMilli() }
	add(true, lastDue) // of the last release
	add(true, due(time.Hour))
	add(false, due(-9*time.Hour))
	if got := overdue(); got != 0 {
		t.Errorf("none is overdue: %s", got)
	}
	add(true, due(-2*time.Hour-time.Minute))
	add(true, due(-5*time.Hour-time.Minute))
	if got := overdue(); got != 5*time.Hour {
		t.Errorf("overdue for %s", got)
	}
}

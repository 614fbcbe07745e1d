package lifecycle

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

var discardLog = slog.New(slog.DiscardHandler)

// recorder makes parts that write down what happens to them.
type recorder struct{ events []string }

func (r *recorder) part(name string, startErr error) Part {
	return Part{
		Name: name,
		Start: func(context.Context, func(error)) error {
			r.events = append(r.events, "start "+name)
			return startErr
		},
		Stop: func(context.Context) error {
			r.events = append(r.events, "stop "+name)
			return nil
		},
	}
}

func TestRun(t *testing.T) {
	boom := errors.New("boom")

	t.Run("stops in reverse order when its context ends", func(t *testing.T) {
		var r recorder
		ctx, cancel := context.WithCancel(t.Context())
		last := Part{Name: "last", Start: func(context.Context, func(error)) error { cancel(); return nil }}
		if err := Run(ctx, discardLog, r.part("a", nil), r.part("b", nil), last); err != nil {
			t.Fatal(err)
		}
		want := []string{"start a", "start b", "stop b", "stop a"}
		if !slices.Equal(r.events, want) {
			t.Errorf("got %v", r.events)
		}
	})

	t.Run("a part that cannot start stops those before it", func(t *testing.T) {
		var r recorder
		err := Run(t.Context(), discardLog, r.part("a", nil), r.part("b", boom), r.part("c", nil))
		if !errors.Is(err, boom) || !strings.Contains(err.Error(), "start b") {
			t.Errorf("got %v", err)
		}
		if want := []string{"start a", "start b", "stop a"}; !slices.Equal(r.events, want) {
			t.Errorf("got %v", r.events)
		}
	})

	t.Run("a part that fails later stops all", func(t *testing.T) {
		var r recorder
		failing := Loop("loop", func(context.Context) error { return boom })
		if err := Run(t.Context(), discardLog, r.part("a", nil), failing); !errors.Is(err, boom) {
			t.Errorf("got %v", err)
		}
		if want := []string{"start a", "stop a"}; !slices.Equal(r.events, want) {
			t.Errorf("got %v", r.events)
		}
	})

	t.Run("stopping waits for a loop to return", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		returned := false
		loop := Loop("loop", func(ctx context.Context) error {
			cancel()
			<-ctx.Done()
			returned = true
			return ctx.Err()
		})
		if err := Run(ctx, discardLog, loop); err != nil || !returned {
			t.Errorf("err %v, returned %v", err, returned)
		}
	})
}

func TestHangingPartsLeaveTimeForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		hangs := Part{Stop: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}
		longer := hangs
		longer.Budget = time.Hour
		var left time.Duration
		first := Part{Name: "first", Stop: func(ctx context.Context) error {
			until, _ := ctx.Deadline()
			left = time.Until(until)
			return nil
		}}
		last := Part{Name: "last", Start: func(context.Context, func(error)) error { cancel(); return nil }}
		began := time.Now()
		err := Run(ctx, discardLog, first, hangs, hangs, hangs, longer, last)
		if !errors.Is(err, context.DeadlineExceeded) || left < time.Second {
			t.Errorf("%v left, %v", left, err)
		}
		if took := time.Since(began) - longer.Budget; took > StopTimeout {
			t.Errorf("took %v", took)
		}
	})
}

func TestEveryContinuesAfterError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	part := Every(discardLog, "task", time.Millisecond, func(context.Context) error {
		if calls++; calls == 3 {
			cancel()
		}
		return errors.New("boom")
	})
	if err := Run(ctx, discardLog, part); err != nil || calls < 3 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

func TestFromStartCallsAtOnceAndEachInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		var calls []time.Duration
		part := FromStart(discardLog, "task", time.Hour, func(context.Context) error {
			if calls = append(calls, time.Since(began)); len(calls) == 3 {
				cancel()
			}
			return errors.New("boom")
		})
		want := []time.Duration{0, time.Hour, 2 * time.Hour}
		if err := Run(ctx, discardLog, part); err != nil || !slices.Equal(calls, want) {
			t.Errorf("called after %v, %v", calls, err)
		}
	})
}

// A call that waits for something that never comes does not keep the next ones from being made.
// Verifies OPS-9.
func TestEveryContinuesAfterTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		part := Every(discardLog, "task", time.Minute, func(ctx context.Context) error {
			if ctx.Err() == nil {
				calls++
			}
			if calls == 2 {
				cancel()
			}
			<-ctx.Done()
			return ctx.Err()
		})
		time.AfterFunc(time.Hour, cancel)
		if err := Run(ctx, discardLog, part); err != nil || calls < 2 {
			t.Errorf("%d calls in an hour, %v", calls, err)
		}
	})
}

// Verifies OPS-51.
func TestAgeOfLastSuccessIsMeasured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reader, before := sdk.NewManualReader(), otel.GetMeterProvider()
		otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
		defer otel.SetMeterProvider(before)
		ctx, cancel := context.WithCancel(t.Context())
		calls, ages := 0, map[string]float64{}
		failing := Every(discardLog, "retention", time.Minute, func(context.Context) error {
			if calls++; calls > 2 {
				return errors.New("boom")
			}
			return nil
		})
		working := Every(discardLog, "sweep", time.Minute, func(context.Context) error { return nil })
		time.AfterFunc(time.Hour+time.Second, func() {
			var all metricdata.ResourceMetrics
			if err := reader.Collect(ctx, &all); err != nil || len(all.ScopeMetrics) != 1 {
				t.Errorf("%d, %v", len(all.ScopeMetrics), err)
			}
			for _, scope := range all.ScopeMetrics {
				for _, point := range scope.Metrics[0].Data.(metricdata.Gauge[float64]).DataPoints {
					task, _ := point.Attributes.Value("task")
					ages[task.AsString()] = point.Value
				}
			}
			cancel()
		})
		err := Run(ctx, discardLog, failing, working)
		if want := map[string]float64{"retention": 58*60 + 1, "sweep": 1}; err != nil || !maps.Equal(ages, want) {
			t.Errorf("%v, want %v, %v", ages, want, err)
		}
	})
}

// Verifies OPS-7.
func TestDrainStopsFirst(t *testing.T) {
	const d = 30 * time.Millisecond
	var drained time.Duration
	ctx, cancel := context.WithCancel(t.Context())
	var stopped time.Time
	server := Part{Name: "server", Stop: func(context.Context) error { drained = time.Since(stopped); return nil }}
	last := Part{Name: "last", Start: func(context.Context,
		func(error)) error {
		stopped = time.Now()
		cancel()
		return nil
	}}
	if err := Run(ctx, discardLog, server, last, Drain(d)); err != nil || drained < d {
		t.Errorf("the server stopped after %v, %v", drained, err)
	}
}

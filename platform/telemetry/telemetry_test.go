package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/telemetry"
	"mcwick.example/platform/testkit"
)

func TestSampler(t *testing.T) {
	const recorded, not = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
	for name, c := range map[string]struct {
		config telemetry.Config
		parent string
		kind   trace.SpanKind
		want   bool
	}{
		"a call of its own":            {telemetry.Config{SampleRatio: 1}, "", trace.SpanKindServer, true},
		"a poll":                       {telemetry.Config{SampleRatio: 1}, "", trace.SpanKindClient, false},
		"a service follows its caller": {telemetry.Config{SampleRatio: 1}, not, trace.SpanKindServer, false},
		"whatever its own share":       {telemetry.Config{SampleRatio: 0}, recorded, trace.SpanKindServer, true},
		"a stranger hides nothing": {telemetry.Config{SampleRatio: 1, Public: true}, not, trace.SpanKindServer,
			true},
		"a stranger has nothing recorded": {telemetry.Config{SampleRatio: 0, Public: true}, recorded,
			trace.SpanKindServer, false},
	} {
		t.Run(name, func(t *testing.T) {
			c.config.Endpoint = "http://127.0.0.1:1"
			tel, err := telemetry.Start(t.Context(), "test", c.config)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = tel.Part().Stop(canceled()) }() // there is no collector to wait for
			_, span := otel.Tracer("x").Start(telemetry.ContinueTrace(t.Context(), c.parent), "work",
				trace.WithSpanKind(c.kind))
			defer span.End()
			if got := span.SpanContext().IsSampled(); got != c.want {
				t.Errorf("recorded: %v", got)
			}
		})
	}
}

func TestPollingIsNotTraced(t *testing.T) {
	tel, err := telemetry.Start(t.Context(), "test", telemetry.Config{Endpoint: "http://127.0.0.1:1", SampleRatio: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tel.Part().Stop(canceled()) }() // there is no collector to wait for
	ctx, span := otel.Tracer("x").Start(t.Context(), "work")
	defer span.End()
	for name, c := range map[string]struct {
		ctx  context.Context
		want bool
	}{"a query": {ctx, true}, "a heartbeat's query": {telemetry.WithoutTrace(ctx), false}} {
		_, query := otel.Tracer("x").Start(c.ctx, name, trace.WithSpanKind(trace.SpanKindClient))
		if got := query.SpanContext().IsSampled(); got != c.want {
			t.Errorf("%s is recorded: %v", name, got)
		}
		query.End()
	}
}

func TestLogLinesHaveTraceIDs(t *testing.T) {
	tel, err := telemetry.Start(t.Context(), "test", telemetry.Config{Endpoint: "http://127.0.0.1:1", SampleRatio: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tel.Part().Stop(canceled()) }() // there is no collector to wait for
	var b bytes.Buffer
	log := telemetry.NewLogger(&b, "test", slog.LevelInfo)
	ctx, span := otel.Tracer("x").Start(t.Context(), "work")
	defer span.End()
	log.With("a", 1).InfoContext(ctx, "gm")
	var line map[string]any
	if err := json.Unmarshal(b.Bytes(), &line); err != nil {
		t.Fatal(err)
	}
	if line["trace_id"] != span.SpanContext().TraceID().String() || line["service"] != "test" ||
		line["span_id"] == nil {
		t.Errorf("%v", line)
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// syncBuffer is a log that may be read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// start runs a part until the test ends; stop ends its context.
func start(t *testing.T, part lifecycle.Part) (stop func()) {
	t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	if err := part.Start(ctx, func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	part.Running()
	t.Cleanup(func() { stop(); _ = part.Stop(context.WithoutCancel(t.Context())) })
	return stop
}

func TestReadinessFollowsTheCheck(t *testing.T) {
	tel, err := telemetry.Start(t.Context(), "test", telemetry.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var broken atomic.Bool
	var misses atomic.Int32
	broken.Store(true)
	addr := testkit.FreeAddr(t)
	var log syncBuffer
	tel.Log = telemetry.NewLogger(&log, "test", slog.LevelInfo)
	ops := tel.Ops(addr, func(context.Context) error {
		if broken.Load() {
			misses.Add(1)
			return errors.New("not yet")
		}
		misses.Store(0)
		return nil
	})
	stop := start(t, ops)
	get := func(path string) (int, string) {
		resp, b := testkit.Send(t, http.DefaultClient, http.MethodGet, "http://"+addr+path, "")
		return resp.StatusCode, string(b)
	}
	if status, _ := get("/readyz"); status != 503 {
		t.Errorf("ready too early: %d", status)
	}
	if status, _ := get("/livez"); status != 200 {
		t.Errorf("not alive: %d", status)
	}
	testkit.Eventually(t, "the log says why", func() bool { return strings.Count(log.String(), "not yet") == 1 })
	ready := func(want int) func() bool {
		return func() bool { status, _ := get("/readyz"); return status == want }
	}
	broken.Store(false)
	testkit.Eventually(t, "it is ready", ready(200))
	if _, metrics := get("/metrics"); !strings.Contains(metrics, "mcwick_ready 1") {
		t.Error("the metrics do not say that it is ready")
	}
	broken.Store(true)
	testkit.Eventually(t, "it is not ready any more", ready(503))
	if _, metrics := get("/metrics"); !strings.Contains(metrics, "mcwick_ready 0") {
		t.Error("the metrics do not say that it is not ready")
	}
	if n := misses.Load(); n < 3 {
		t.Errorf("one slow check is enough: %d", n)
	}
	testkit.Eventually(t, "the log says so again", func() bool { return strings.Count(log.String(), "not yet") == 2 })
	broken.Store(false)
	testkit.Eventually(t, "it is ready again", ready(200))
	stop()
	testkit.Eventually(t, "it is not ready while it stops", ready(503))
	testkit.Eventually(t, "the metrics do not take a stop for an outage", func() bool {
		_, metrics := get("/metrics")
		return strings.Contains(metrics, "mcwick_ready 1")
	})
}

// A program whose first checks take long, on a machine without time, becomes ready all the same.
func TestSlowFirstCheckMakesReady(t *testing.T) {
	tel, err := telemetry.Start(t.Context(), "test", telemetry.Config{})
	if err != nil {
		t.Fatal(err)
	}
	addr := testkit.FreeAddr(t)
	ops := tel.Ops(addr, func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
			return nil
		}
	})
	start(t, ops)
	testkit.Eventually(t, "it is ready", func() bool {
		resp, _ := testkit.Send(t, http.DefaultClient, http.MethodGet, "http://"+addr+"/readyz", "")
		return resp.StatusCode == http.StatusOK
	})
}

// Verifies OBS-1.
func TestNoSpansBelowOneThatIsNotRecorded(t *testing.T) {
	tel, err := telemetry.Start(t.Context(), "test", telemetry.Config{Endpoint: "http://127.0.0.1:1", Public: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tel.Part().Stop(canceled()) }() // there is no collector to wait for
	ctx, request := otel.Tracer("x").Start(t.Context(), "request")
	if !request.SpanContext().TraceID().IsValid() || request.IsRecording() {
		t.Fatalf("%v", request.SpanContext())
	}
	ctx, call := otel.Tracer("x").Start(ctx, "call")
	if !call.SpanContext().Equal(request.SpanContext()) || call.IsRecording() {
		t.Errorf("%v below %v", call.SpanContext(), request.SpanContext())
	}
	if got := telemetry.Traceparent(ctx); got == "" || !strings.HasSuffix(got, "-00") {
		t.Errorf("those who are called learn of the trace as %q", got)
	}
	_, own := otel.Tracer("x").Start(ctx, "own", trace.WithNewRoot())
	if own.SpanContext().TraceID() == request.SpanContext().TraceID() {
		t.Error("a trace of its own has the ids of another")
	}
}

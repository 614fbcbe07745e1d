package telemetry_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"go.opentelemetry.io/otel"
	collector "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/telemetry"
)

// receiver takes metrics as a collector does, and keeps what each is called and how often it came.
type receiver struct {
	mu      sync.Mutex
	service string
	names   map[string]int
	things  int64
}

func (got *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	got.mu.Lock()
	defer got.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	var request collector.ExportMetricsServiceRequest
	if err != nil || r.URL.Path != "/v1/metrics" || proto.Unmarshal(body, &request) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	for _, resource := range request.GetResourceMetrics() {
		for _, kv := range resource.GetResource().GetAttributes() {
			if kv.GetKey() == "service.name" {
				got.service = kv.GetValue().GetStringValue()
			}
		}
		for _, scope := range resource.GetScopeMetrics() {
			for _, m := range scope.GetMetrics() {
				got.names[m.GetName()]++
				if m.GetName() == "mcwick.test.things" {
					got.things = m.GetSum().GetDataPoints()[0].GetAsInt()
				}
			}
		}
	}
}

// Verifies OBS-7.
func TestMetricsArePushedToConfiguredCollector(t *testing.T) {
	for name, c := range map[string]struct {
		exporters []string
		want      bool
	}{
		"only shown": {[]string{"prometheus"}, false},
		"sent":       {[]string{"otlp"}, true},
		"both":       {[]string{"prometheus", "otlp"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			got := &receiver{names: map[string]int{}}
			server := httptest.NewServer(got)
			defer server.Close()
			tel, err := telemetry.Start(t.Context(), "test",
				telemetry.Config{Endpoint: server.URL + "/", Metrics: c.exporters})
			if err != nil {
				t.Fatal(err)
			}
			tel.Ops("127.0.0.1:0", func(context.Context) error { return nil })
			things, err := otel.Meter("test").Int64Counter("mcwick.test.things")
			if err != nil {
				t.Fatal(err)
			}
			things.Add(t.Context(), 3)
			provider := otel.GetMeterProvider().(interface{ ForceFlush(context.Context) error })
			if err := provider.ForceFlush(t.Context()); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = tel.Part().Stop(canceled()) }()
			if !c.want {
				if len(got.names) != 0 {
					t.Errorf("%v was sent", got.names)
				}
				return
			}
			if got.service != "test" || got.things != 3 {
				t.Errorf("%d things of %q", got.things, got.service)
			}
			for _, name := range []string{"mcwick.test.things", "mcwick_ready", "go_goroutines", "process_open_fds"} {
				if got.names[name] != 1 {
					t.Errorf("%s came %d times", name, got.names[name])
				}
			}
			if got.names["mcwick_test_things_total"] != 0 {
				t.Error("what has a name of OpenTelemetry came under another as well")
			}
		})
	}
}

func TestPushingMetricsNeedsAnEndpoint(t *testing.T) {
	if _, err := telemetry.Start(t.Context(), "test", telemetry.Config{Metrics: []string{"otlp"}}); err == nil {
		t.Error("no endpoint is configured, and no error is returned")
	}
}

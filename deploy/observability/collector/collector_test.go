package collector

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// store is what a collector sends to; it remembers how many spans came of each trace, and how many
// metrics.
type store struct {
	mu      sync.Mutex
	spans   map[pcommon.TraceID]int
	metrics int
}

func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	reader, err := gzip.NewReader(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	body, err := io.ReadAll(reader)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.URL.Path {
	case "/traces/v1/traces":
		request := ptraceotlp.NewExportRequest()
		if err := request.UnmarshalProto(body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		for _, resource := range request.Traces().ResourceSpans().All() {
			for _, scope := range resource.ScopeSpans().All() {
				for _, span := range scope.Spans().All() {
					s.spans[span.TraceID()]++
				}
			}
		}
	case "/metrics/v1/metrics":
		request := pmetricotlp.NewExportRequest()
		if err := request.UnmarshalProto(body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		s.metrics += request.Metrics().MetricCount()
	default:
		http.NotFound(w, r)
	}
}

// spansOf gives how many spans of a trace were kept.
func (s *store) spansOf(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.spans[traceID(name)]
}

// start runs collector.yaml at an address of its own, which it gives. Only where it listens and how
// long it waits for the rest of a trace are the test's.
func start(t *testing.T) (address string, kept *store) {
	t.Helper()
	kept = &store{spans: map[pcommon.TraceID]int{}}
	server := httptest.NewServer(kept)
	t.Cleanup(server.Close)
	t.Setenv("TRACE_STORE", server.URL+"/traces")
	t.Setenv("METRIC_STORE", server.URL+"/metrics")
	address = free(t)
	collector, err := New("file:../collector.yaml",
		"yaml:receivers::otlp::protocols::http::endpoint: "+address,
		"yaml:extensions::health_check::endpoint: "+free(t),
		"yaml:processors::tail_sampling::decision_wait: 1s",
		"yaml:service::telemetry::metrics::level: none",
	)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- collector.Run(context.WithoutCancel(t.Context())) }()
	t.Cleanup(func() {
		collector.Shutdown()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	eventually(t, "it listens", func() bool {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("the collector has ended: %v", err)
		default:
		}
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	return address, kept
}

// Verifies OBS-9.
func TestTracesAreKeptForAReason(t *testing.T) {
	address, kept := start(t)
	send := func(name string, change func(ptrace.Span)) {
		t.Helper()
		// Each program sends its own spans: only what comes second tells why the trace is kept.
		post(t, address, trace(name, "gateway", func(ptrace.Span) {}))
		post(t, address, trace(name, "media", change))
	}
	operation := func(name string) func(ptrace.Span) {
		return func(s ptrace.Span) { s.Attributes().PutStr("gen_ai.operation.name", name) }
	}
	reasons := map[string]func(ptrace.Span){
		"failed": func(s ptrace.Span) { s.Status().SetCode(ptrace.StatusCodeError) },
		"slow": func(s ptrace.Span) {
			s.SetEndTimestamp(s.StartTimestamp() +
				pcommon.Timestamp(2500*time.Millisecond))
		},
		"a text": operation("chat"),
		"an order": func(s ptrace.Span) {
			s.Attributes().PutStr("http.route", "/api/v1/jobs")
			s.Attributes().PutInt("http.response.status_code", 202)
		},
		"a voice": operation("generate_content"),
	}
	const ordinary = 1000
	for i := range ordinary {
		send(fmt.Sprint("ordinary ", i), func(s ptrace.Span) {
			s.Attributes().PutStr("gen_ai.operation.name", "moderate") // which is free
			s.Attributes().PutStr("http.route", "/api/v1/jobs")        // and refuses an order
			s.Attributes().PutInt("http.response.status_code", 400)
		})
	}
	for name, reason := range reasons {
		send(name, reason)
	}
	for name := range reasons {
		eventually(t, name+" is kept, whole", func() bool { return kept.spansOf(name) == 2 })
	}
	// The ids are always the same, so the share is too; it is what 1,000 throws of a die of twenty
	// make it.
	share := func() (n int) {
		for i := range ordinary {
			n += min(kept.spansOf(fmt.Sprint("ordinary ", i)), 1)
		}
		return n
	}
	eventually(t, "some of the rest are kept", func() bool { return share() >= 25 })
	send("the last", reasons["failed"]) // what came before it is decided when it is
	eventually(t, "the last is kept", func() bool { return kept.spansOf("the last") == 2 })
	if n := share(); n > 80 {
		t.Errorf("%d of %d ordinary traces are kept", n, ordinary)
	}
}

func TestMetricsPassThrough(t *testing.T) {
	address, kept := start(t)
	all := pmetric.NewMetrics()
	m := all.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics().AppendEmpty()
	m.SetName("mcwick.events.behind")
	m.SetEmptyGauge().DataPoints().AppendEmpty().SetIntValue(1)
	body, err := pmetricotlp.NewExportRequestFromMetrics(all).MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	postTo(t, "http://"+address+"/v1/metrics", body)
	eventually(t, "it came", func() bool { kept.mu.Lock(); defer kept.mu.Unlock(); return kept.metrics == 1 })
}

func traceID(name string) pcommon.TraceID {
	sum := sha256.Sum256([]byte(name))
	return pcommon.TraceID(sum[:16])
}

// trace is what a program sends of a trace: a span of 50 ms.
func trace(name, service string, change func(ptrace.Span)) ptrace.Traces {
	all := ptrace.NewTraces()
	resource := all.ResourceSpans().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", service)
	span := resource.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	id := traceID(name)
	sum := sha256.Sum256([]byte(name + service))
	span.SetTraceID(id)
	span.SetSpanID(pcommon.SpanID(sum[:8]))
	span.SetName(name)
	began := time.Now()
	span.SetStartTimestamp(pcommon.NewTimestampFromTime(began))
	span.SetEndTimestamp(pcommon.NewTimestampFromTime(began.Add(50 * time.Millisecond)))
	change(span)
	return all
}

func post(t *testing.T, address string, all ptrace.Traces) {
	t.Helper()
	body, err := ptraceotlp.NewExportRequestFromTraces(all).MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	postTo(t, "http://"+address+"/v1/traces", body)
}

func postTo(t *testing.T, url string, body []byte) {
	t.Helper()
	resp, err := http.Post(url, "application/x-protobuf", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", resp.Status, text)
	}
}

// free returns an unused address.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("still not so after 30 s: %s", what)
		}
	}
}

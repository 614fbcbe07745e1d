package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	commonv1 "go.opentelemetry.io/proto/otlp/common/v1"
	resourcev1 "go.opentelemetry.io/proto/otlp/resource/v1"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/testkit"
)

const traceIDText = "0af7651916cd43dd8448eb211c80319c"

// startTraceStore answers one trace at the address that the local platform and others have for it.
func startTraceStore(t *testing.T, path string) string {
	t.Helper()
	mux := http.NewServeMux()
	body, err := proto.Marshal(&tracev1.TracesData{ResourceSpans: []*tracev1.ResourceSpans{
		spansOf("gallery",
			&tracev1.Span{
				SpanId: []byte("b"), ParentSpanId: []byte("a"), Name: "LikeImage", StartTimeUnixNano: 3e6,
				EndTimeUnixNano: 9.5e6,
				Status:          &tracev1.Status{Code: tracev1.Status_STATUS_CODE_ERROR, Message: "UNAVAILABLE"},
			},
			&tracev1.Span{
				SpanId: []byte("c"), ParentSpanId: []byte("b"), Name: "INSERT likes", StartTimeUnixNano: 4e6,
				EndTimeUnixNano: 9e6,
				Status:          &tracev1.Status{Code: tracev1.Status_STATUS_CODE_ERROR},
			}),
		spansOf("gateway", &tracev1.Span{SpanId: []byte("a"), Name: "PUT like", StartTimeUnixNano: 1e6,
			EndTimeUnixNano: 41e6}),
	}})
	if err != nil {
		t.Fatal(err)
	}
	mux.HandleFunc("GET "+path+traceIDText, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept") != "application/protobuf" { // others get JSON
			w.WriteHeader(http.StatusNotAcceptable)
		}
		_, _ = w.Write(body)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

func spansOf(service string, spans ...*tracev1.Span) *tracev1.ResourceSpans {
	name := &commonv1.KeyValue{Key: "service.name",
		Value: &commonv1.AnyValue{Value: &commonv1.AnyValue_StringValue{StringValue: service}}}
	return &tracev1.ResourceSpans{
		Resource:   &resourcev1.Resource{Attributes: []*commonv1.KeyValue{name}},
		ScopeSpans: []*tracev1.ScopeSpans{{Spans: spans}},
	}
}

func trace(t *testing.T, args ...string) (string, error) {
	t.Helper()
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs(append([]string{"trace"}, args...))
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

// Verifies OBS-4.
func TestTraceShowsWaterfall(t *testing.T) {
	const want = `AFTER   TOOK    WHO      WHAT              TROUBLE
0.0 ms  40 ms   gateway  PUT like          
2.0 ms  6.5 ms  gallery    LikeImage       UNAVAILABLE
3.0 ms  5.0 ms  gallery      INSERT likes  failed
`
	out, err := trace(t, traceIDText, "--store", startTraceStore(t, "/api/traces/"))
	if err != nil || out != want {
		t.Errorf("%v\n%s", err, out)
	}
	data := t.TempDir() // the local platform has written down where its edge is
	edge, _ := json.Marshal(map[string]string{"edge": startTraceStore(t, "/debug/trace/api/traces/")})
	testkit.WriteFile(t, filepath.Join(data, "operators.json"), string(edge))
	if out, err = trace(t, traceIDText, "--data", data); err != nil || out != want {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err = trace(t, traceIDText, "--data", data, "--json"); err != nil ||
		!strings.Contains(out, `"failed": "UNAVAILABLE"`) {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestTraceExplainsMissingTrace(t *testing.T) {
	address := startTraceStore(t, "/api/traces/")
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no receipt":     {[]string{"oops", "--store", address}, "is no receipt"},
		"an unknown one": {[]string{strings.Repeat("0", 32), "--store", address}, "trace not found"},
		"no platform":    {[]string{traceIDText, "--data", t.TempDir()}, "where are the traces?"},
		"nobody there":   {[]string{traceIDText, "--store", "http://127.0.0.1:1"}, "ask for the trace"},
	} {
		if _, err := trace(t, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

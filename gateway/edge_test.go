package main

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

func TestMetricLabelsDoNotComeFromRequests(t *testing.T) {
	reader := sdk.NewManualReader()
	before := otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	edge := newEnvironment(t).gateway.routes()
	for _, host := range []string{"localhost:8080", "a.example", "b.example:1", "b.example:2"} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/sessions/current", nil)
		r.Host = host
		edge.ServeHTTP(httptest.NewRecorder(), r)
	}
	// counted, without a trace
	edge.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "GET", "/media/x.png", nil))
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if points, ok := m.Data.(metricdata.Histogram[float64]); ok && m.Name == "http.server.request.duration" {
				counts := map[string]uint64{}
				for _, p := range points.DataPoints {
					route, _ := p.Attributes.Value("http.route")
					counts[route.AsString()] += p.Count
				}
				if len(points.DataPoints) != 2 || counts["/api/v1/sessions/current"] != 4 || counts["/media/"] != 1 {
					t.Errorf("%v of %+v", counts, points.DataPoints)
				}
				return
			}
		}
	}
	t.Error("no durations")
}

// Verifies OBS-3.
func TestSpansDoNotIdentifyClients(t *testing.T) {
	spans := keepSpans(t)
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/likes?ids=x", nil)
	r.RemoteAddr = "192.0.2.1:99"
	r.Header.Set("User-Agent", "Browser/1 (of 192.0.2.1)")
	answer := httptest.NewRecorder()
	newEnvironment(t).gateway.routes().ServeHTTP(answer, r)
	if id := answer.Header().Get("McWick-Trace"); id != spans.GetSpans()[0].SpanContext.TraceID().String() {
		t.Errorf("the answer is said to be of trace %q", id)
	}
	if said := fmt.Sprintf("%+v", spans.GetSpans()); !strings.Contains(said, "/api/v1/likes") ||
		strings.Contains(said, "192.0.2.1") {
		t.Error(said)
	}
}

func TestPagesAreTracedAndFilesAreNot(t *testing.T) {
	spans := keepSpans(t)
	edge := newEnvironment(t).gateway.routes()
	for path, want := range map[string]bool{
		"/bictok/x": true, "/gallery/x": true, "/api/v1/images": true, "/api/v1/unknown": true,
		"/": false, "/gallery": false, "/config.json": false, "/assets/app-a1b2c3d4.js": false,
	} {
		spans.Reset()
		edge.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
		if got := len(spans.GetSpans()) > 0; got != want {
			t.Errorf("%s makes a trace: %t", path, got)
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	g := newEnvironment(t).gateway
	get := func() *http.Response {
		answer := httptest.NewRecorder()
		g.routes().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/sessions/current",
			nil))
		return answer.Result()
	}
	plain := get()
	overTLS := g.config
	overTLS.PublicOrigin = "https://mcwick.example"
	g.devices = mustDevices(t, overTLS)
	secure := get()
	for name, want := range map[string]string{
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		"X-Content-Type-Options": "nosniff",
		"Referrer-Policy":        "strict-origin-when-cross-origin", "Strict-Transport-Security": "max-age=63072000",
		"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
	} {
		if got := secure.Header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if c := secure.Cookies()[0]; c.Name != "__Host-vid" || !c.Secure || !c.HttpOnly ||
		c.SameSite != http.SameSiteLaxMode || c.Path != "/" {
		t.Errorf("over TLS: %v", c)
	}
	if c := plain.Cookies()[0]; c.Secure || plain.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("without TLS: %v", plain.Header)
	}
}

// Where media have a host of their own, the page may load them from there and from nowhere else,
// and that host may keep what this gateway answers.
func TestCSPAllowsMediaHost(t *testing.T) {
	for base, c := range map[string]struct{ sources, shared, allowed string }{
		"/media/":                      {"'self'", "same-origin", ""},
		"http://localhost:8080/media/": {"'self'", "same-origin", ""}, // the page's own
		"https://cdn.example/a/media/": {"'self' https://cdn.example", "cross-origin", "http://localhost:8080"},
		"http://cdn.example:81/media/": {"'self' http://cdn.example:81", "cross-origin", "http://localhost:8080"},
	} {
		g := newEnvironment(t).gateway
		g.config.MediaBase = base
		routes := g.routes()
		get := func(path string) http.Header {
			answer := httptest.NewRecorder()
			routes.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
			return answer.Result().Header
		}
		policy := get("/")["Content-Security-Policy"][0]
		for _, want := range []string{"img-src " + c.sources + " blob: data:;", "media-src " + c.sources + " blob:;",
			"connect-src " + c.sources + ";", "script-src 'self';"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: %s lacks %s", base, policy, want)
			}
		}
		if h := get("/media/memes/x.png"); h.Get("Cross-Origin-Resource-Policy") != c.shared ||
			h.Get("Access-Control-Allow-Origin") != c.allowed {
			t.Errorf("%s: %v", base, h)
		}
		if h := get("/api/v1/sessions/current"); h.Get("Cross-Origin-Resource-Policy") != "same-origin" ||
			h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %v", base, h)
		}
	}
}

func TestMediaBaseIsValidated(t *testing.T) {
	valid := newEnvironment(t).gateway.config
	for base, ok := range map[string]bool{
		"/media/": true, "https://cdn.example/media/": true, "http://127.0.0.1:8080/media/": true,
		"": false, "media/": false, "/media": false, "//cdn.example/media/": false, "https:///media/": false,
		"javascript:x/": false, "https://cdn.example/media": false,
	} {
		c := valid
		c.MediaBase = base
		if err := c.Validate(); (err != nil && strings.Contains(err.Error(), "MEDIA_BASE")) == ok {
			t.Errorf("%q: %v", base, err)
		}
	}
}

// Verifies OPS-58.
func TestPublicOriginIsValidated(t *testing.T) {
	c := configuration{PublicOrigin: "https://McWick.example"}
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "PUBLIC_ORIGIN") {
		t.Error(err)
	}
}

func TestServerNames(t *testing.T) {
	for origin, want := range map[string]string{
		"https://mcwick.example": "mcwick.example:443", "http://mcwick.example": "mcwick.example:80",
		"http://localhost:8080": "localhost:8080",
	} {
		if got := serverName(origin); got != want {
			t.Errorf("%s: %s, want %s", origin, got, want)
		}
	}
}

func measured(h http.HandlerFunc) http.Handler {
	return newRequestTelemetry("localhost:80").handler(h, func(*http.Request) bool { return false })
}

func TestPanicReturnsProblemAndLogsStack(t *testing.T) {
	var lines bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&lines, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	answer := httptest.NewRecorder()
	measured(func(http.ResponseWriter, *http.Request) { panic("wax") }).
		ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
	if answer.Code != 500 || strings.Contains(answer.Body.String(), "wax") {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
	if log := lines.String(); !strings.Contains(log, "reason=INTERNAL") || !strings.Contains(log, "panic: wax") ||
		!strings.Contains(log, "edge_test.go") {
		t.Errorf("logged %s", log)
	}
}

func TestPanicAfterFirstByteAbortsTheResponse(t *testing.T) {
	server := httptest.NewServer(measured(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("x", 1<<16)) // more than is held back
		panic("wax")
	}))
	t.Cleanup(server.Close)
	resp, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err == nil || bytes.Contains(body, []byte("INTERNAL")) {
		t.Errorf("%d bytes came as whole", len(body))
	}
}

// keepSpans keeps what is traced for the length of a test.
func keepSpans(t *testing.T) *tracetest.InMemoryExporter {
	t.Helper()
	spans := tracetest.NewInMemoryExporter()
	before := otel.GetTracerProvider()
	otel.SetTracerProvider(trace.NewTracerProvider(trace.WithSyncer(spans)))
	t.Cleanup(func() { otel.SetTracerProvider(before) })
	return spans
}

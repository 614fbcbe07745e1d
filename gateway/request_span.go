package main

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/instrument"
)

// requestTelemetry makes the span of each request and measures how long it took, by the semantic
// conventions of OpenTelemetry. It does the work of otelhttp, whose attributes, made anew for each
// request, took a seventh of the time of a page from the cache: attributes of spans are made for
// those alone that are recorded, and sets of attributes of the metric once for each kind of request.
type requestTelemetry struct {
	host     string // our own name, in place of the Host header, which strangers choose
	port     int
	duration metric.Float64Histogram
	kinds    sync.Map // of metric.MeasurementOption, by requestKind
}

// requestKind is all that the metric says of a request. Each of its values is one of a few.
type requestKind struct {
	method, pattern, proto string
	isTLS                  bool
	status                 int
}

// newRequestTelemetry measures the requests of the server at host:port.
func newRequestTelemetry(server string) *requestTelemetry {
	host, port, _ := net.SplitHostPort(server) // serverName made it
	t := &requestTelemetry{host: host}
	t.port, _ = strconv.Atoi(port)
	t.duration = instrument.Must(otel.Meter("mcwick/gateway").Float64Histogram("http.server.request.duration", metric.WithUnit("s"),
		metric.WithDescription("Duration of HTTP server requests."),
		metric.WithExplicitBucketBoundaries(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10)))
	return t
}

// handler measures the requests to h. Those that isTraced says so of have a span, below that of the
// client when it sends one.
func (t *requestTelemetry) handler(h http.Handler, isTraced func(*http.Request) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		ctx, span := r.Context(), trace.SpanFromContext(context.Background())
		if isTraced(r) {
			ctx = otel.GetTextMapPropagator().Extract(ctx, propagation.HeaderCarrier(r.Header))
			ctx, span = otel.GetTracerProvider().Tracer("mcwick/gateway").Start(ctx, spanName(r.Method, ""),
				trace.WithSpanKind(trace.SpanKindServer))
			defer span.End()
			r = r.WithContext(ctx)
		}
		if span.IsRecording() {
			span.SetAttributes(t.requestAttributes(r)...)
		}
		answer := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		serveRecovering(h, answer, r)
		if span.IsRecording() {
			describeAnswer(span, r, answer)
		}
		kind := requestKind{standardMethod(r.Method), r.Pattern, standardProto(r.Proto), r.TLS != nil, answer.status}
		t.duration.Record(ctx, time.Since(began).Seconds(), t.attributesOf(kind))
	})
}

// serveRecovering turns a panic of h into a problem document. An answer that has begun is cut off instead, so that
// half of it does not look whole.
func serveRecovering(h http.Handler, answer *statusWriter, r *http.Request) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case http.ErrAbortHandler:
			panic(p) // the server cuts the connection
		default:
			if answer.hasStarted {
				recordFault(r.Context(), fault.FromPanic(p))
				panic(http.ErrAbortHandler)
			}
			writeProblem(r.Context(), answer, fault.FromPanic(p))
		}
	}()
	h.ServeHTTP(answer, r)
}

// common are the attributes of spans and of the metric.
func (t *requestTelemetry) common(method, proto string, isTLS bool) []attribute.KeyValue {
	scheme, usual := "http", 80
	if isTLS {
		scheme, usual = "https", 443
	}
	attributes := []attribute.KeyValue{
		semconv.HTTPRequestMethodKey.String(standardMethod(method)), semconv.URLScheme(scheme),
		semconv.NetworkProtocolVersion(strings.TrimPrefix(proto, "HTTP/")), semconv.ServerAddress(t.host),
	}
	if t.port != usual {
		attributes = append(attributes, semconv.ServerPort(t.port))
	}
	return attributes
}

// requestAttributes are what a span says of a request before it is served.
func (t *requestTelemetry) requestAttributes(r *http.Request) []attribute.KeyValue {
	attributes := t.common(r.Method, r.Proto, r.TLS != nil)
	if standardMethod(r.Method) != r.Method {
		attributes = append(attributes, semconv.HTTPRequestMethodOriginal(r.Method))
	}
	if r.URL.Path != "" {
		attributes = append(attributes, semconv.URLPath(r.URL.Path))
	}
	if r.ContentLength > 0 {
		attributes = append(attributes, semconv.HTTPRequestBodySize(int(r.ContentLength)))
	}
	return attributes
}

// describeAnswer says on the span which route answered, and what.
func describeAnswer(span trace.Span, r *http.Request, answer *statusWriter) {
	if route := routeOf(r.Pattern); route != "" {
		span.SetName(spanName(r.Method, route))
		span.SetAttributes(semconv.HTTPRoute(route))
	}
	span.SetAttributes(semconv.HTTPResponseStatusCode(answer.status))
	if answer.written > 0 {
		span.SetAttributes(semconv.HTTPResponseBodySize(answer.written))
	}
	if answer.status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
}

// attributesOf are the attributes of the metric for a kind of request.
func (t *requestTelemetry) attributesOf(kind requestKind) metric.MeasurementOption {
	if known, ok := t.kinds.Load(kind); ok {
		return known.(metric.MeasurementOption)
	}
	attributes := append(t.common(kind.method, kind.proto, kind.isTLS), semconv.NetworkProtocolName("http"),
		semconv.HTTPResponseStatusCode(kind.status))
	if route := routeOf(kind.pattern); route != "" {
		attributes = append(attributes, semconv.HTTPRoute(route))
	}
	made, _ := t.kinds.LoadOrStore(kind, metric.WithAttributeSet(attribute.NewSet(attributes...)))
	return made.(metric.MeasurementOption)
}

// standardMethod is the method, or _OTHER for one that strangers made up.
func standardMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodConnect, http.MethodOptions, http.MethodTrace:
		return method
	}
	return "_OTHER"
}

// standardProto is the protocol, or HTTP/1.1 for a version that strangers made up: the server takes any 1.x.
func standardProto(proto string) string {
	if proto == "HTTP/2.0" {
		return proto
	}
	return "HTTP/1.1"
}

// spanName is the method and, when it is known, the route.
func spanName(method, route string) string {
	if method = standardMethod(method); method == "_OTHER" {
		method = "HTTP"
	}
	return strings.TrimSpace(method + " " + route)
}

// routeOf is the pattern of a row without its method.
func routeOf(pattern string) string {
	if i := strings.IndexByte(pattern, '/'); i >= 0 {
		return pattern[i:]
	}
	return ""
}

// statusWriter is a writer that knows what was answered.
type statusWriter struct {
	http.ResponseWriter
	status     int
	written    int // bytes of the body
	hasStarted bool
}

// WriteHeader implements http.ResponseWriter.
func (w *statusWriter) WriteHeader(status int) {
	if !w.hasStarted {
		w.status, w.hasStarted = status, status >= http.StatusOK
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *statusWriter) Write(b []byte) (int, error) {
	w.hasStarted = true
	n, err := w.ResponseWriter.Write(b)
	w.written += n
	return n, err
}

// Unwrap returns the writer below, for http.ResponseController.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

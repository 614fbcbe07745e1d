package main

import (
	"net/http"
	"strings"

	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"
)

// traceMode is whether a row's requests make traces. Files, and the watching of traces itself, are
// in the metrics only.
type traceMode bool

const (
	traced  traceMode = true
	counted traceMode = false
)

// table finds a request's row: who answers it, and whether it makes a trace.
type table struct {
	mux  *http.ServeMux
	rows map[string]traceMode // by pattern
}

func newTable() *table { return &table{mux: http.NewServeMux(), rows: make(map[string]traceMode)} }

func (t *table) handle(pattern string, o traceMode, h http.Handler) {
	if namesHandle(pattern) {
		h = withoutPathInSpan(h)
	}
	t.mux.Handle(pattern, h)
	t.rows[pattern] = o
}

// namesHandle reports whether the paths of a row may name an account by its handle.
func namesHandle(pattern string) bool {
	return strings.Contains(pattern, "{handle}") || strings.HasSuffix(pattern, " "+cardImages)
}

// withoutPathInSpan has the span of a request name its row in the place of its path, because handles are
// in no trace.
func withoutPathInSpan(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, row, _ := strings.Cut(r.Pattern, " ")
		trace.SpanFromContext(r.Context()).SetAttributes(semconv.URLPath(row))
		h.ServeHTTP(w, r)
	})
}

// isTraced reports whether the request's row makes traces.
func (t *table) isTraced(r *http.Request) bool {
	_, pattern := t.mux.Handler(r)
	return t.rows[pattern] == traced
}

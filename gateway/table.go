package main

import "net/http"

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
	t.mux.Handle(pattern, h)
	t.rows[pattern] = o
}

// isTraced reports whether the request's row makes traces.
func (t *table) isTraced(r *http.Request) bool {
	_, pattern := t.mux.Handler(r)
	return t.rows[pattern] == traced
}

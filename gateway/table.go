package main

import "net/http"

// observed is whether a row's requests make traces. Files, and the watching of traces itself, are in the metrics only.
type observed bool

const (
	traced  observed = true
	counted observed = false
)

// table finds a request's row: who answers it, and whether it makes a trace.
type table struct {
	mux  *http.ServeMux
	rows map[string]observed // by pattern
}

func newTable() *table { return &table{mux: http.NewServeMux(), rows: make(map[string]observed)} }

func (t *table) handle(pattern string, o observed, h http.Handler) {
	t.mux.Handle(pattern, h)
	t.rows[pattern] = o
}

// traced reports whether the request's row makes traces.
func (t *table) traced(r *http.Request) bool {
	_, pattern := t.mux.Handler(r)
	return t.rows[pattern] == traced
}

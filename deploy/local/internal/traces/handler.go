package traces

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// Handler receives spans at /v1/traces and shows them below /debug/trace/.
func (s *Store) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/traces", s.receive)
	mux.HandleFunc("GET /debug/trace/{$}", s.index)
	mux.HandleFunc("GET /debug/trace/style.css", style)
	mux.HandleFunc("GET /debug/trace/{id}", s.show)
	mux.HandleFunc("GET /debug/trace/api/traces/{id}", s.answerOTLP)
	return mux
}

func (s *Store) index(w http.ResponseWriter, _ *http.Request) {
	render(w, http.StatusOK, "index.html", summaries(s.Recent(recentShown)))
}

// show answers the waterfall of a trace, or its spans as JSON when the address ends in .json.
func (s *Store) show(w http.ResponseWriter, r *http.Request) {
	id, asJSON := strings.CutSuffix(r.PathValue("id"), ".json")
	trace, ok := s.Trace(id)
	switch {
	case asJSON && !ok:
		http.Error(w, `{"error":"this trace is not known (yet)"}`, http.StatusNotFound)
	case asJSON:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(trace) // a failure here is the reader's going away
	case !ok:
		render(w, http.StatusNotFound, "unknown.html", id)
	default:
		render(w, http.StatusOK, "trace.html", newWaterfall(trace))
	}
}

func render(w http.ResponseWriter, status int, page string, data any) {
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, page, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'")
	w.WriteHeader(status)
	_, _ = out.WriteTo(w)
}

func style(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeFileFS(w, r, pages, "pages/style.css")
}

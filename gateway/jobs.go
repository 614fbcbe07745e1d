package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// limitJobs bounds each kind of job by itself, because they cost differently. The kind is the one
// field of the body that has its name; a body that says nothing else is counted as a picture, the
// dearest, and the service refuses it. The body is bounded already.
func (g *gateway) limitJobs(h http.Handler) http.Handler {
	pictures := g.limitByTrust("picture", h)
	others := map[string]http.Handler{"script": g.limitByTrust("script", h), "speech": g.limitByTrust("speech", h)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			writeProblem(r.Context(), w, bodyFault(err))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		var input map[string]json.RawMessage
		if json.Unmarshal(body, &input) == nil && len(input) == 1 {
			for kind, other := range others {
				if _, is := input[kind]; is {
					other.ServeHTTP(w, r)
					return
				}
			}
		}
		pictures.ServeHTTP(w, r)
	})
}

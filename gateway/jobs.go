package main

import (
	"encoding/json"
	"net/http"
)

// limitJobs bounds each kind of job by itself, because they cost differently. The kind is the one
// field of the body that has its name; a body that says nothing else is counted as a picture, the
// dearest, and the service refuses it.
func (g *gateway) limitJobs(h http.Handler) http.Handler {
	pictures := g.limitByTrust("picture", h)
	others := map[string]http.Handler{"script": g.limitByTrust("script", h), "speech": g.limitByTrust("speech", h)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var input map[string]json.RawMessage
		if json.Unmarshal(readBody(r), &input) == nil && len(input) == 1 {
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

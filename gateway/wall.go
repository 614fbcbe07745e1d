package main

import (
	"bytes"
	"io"
	"net/http"

	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"

	"mcwick.example/gateway/internal/strict"
	"mcwick.example/gateway/site"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// requireOpenWall is a call to the walls, refused while the settings have them closed, or the one
// that it names.
func (g *gateway) requireOpenWall(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.site.flag(site.Wall) || !g.site.flag(site.Shame) && wallOf(r) == wallv1.Wall_WALL_SHAME {
			writeProblem(r.Context(), w, errWallClosed)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// wallOf returns the wall that a list or a nomination names; unspecified where a request names none.
func wallOf(r *http.Request) wallv1.Wall {
	if r.Method != http.MethodPost {
		var list wallv1.ListWallEntriesRequest
		// what is invalid, the service's own call refuses
		_ = strict.Query{}.Parse(&list, r.URL.Query(), utilities.NewDoubleArray(nil))
		return list.GetWall()
	}
	body, _ := io.ReadAll(r.Body) // it is in memory already
	r.Body = io.NopCloser(bytes.NewReader(body))
	var nomination wallv1.NominateRequest
	_ = strict.NewJSON().Unmarshal(body, &nomination) // the same
	return nomination.GetWall()
}

package main

import (
	"net/http"
	"strings"
	"unicode/utf8"
)

// withValidPath makes every path UTF-8: neither gRPC nor the collector of traces takes anything
// else. What was not names nothing, and still does afterwards: every route is plain ASCII.
func withValidPath(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !utf8.ValidString(r.URL.Path) {
			address := *r.URL
			address.Path, address.RawPath = strings.ToValidUTF8(address.Path, string(utf8.RuneError)), ""
			r = r.WithContext(r.Context())
			r.URL = &address
		}
		h.ServeHTTP(w, r)
	})
}

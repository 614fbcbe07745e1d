package main

import (
	"io/fs"
	"net/http"
	"path"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/staticfiles"
)

// securityHeaders are those of every response. Pictures are never stored on an operator's machine;
// the page's own files set another Cache-Control.
var securityHeaders = map[string]string{
	"Cache-Control": "no-store",
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
		"media-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
		"require-trusted-types-for 'script'; trusted-types 'none'",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
	"X-Robots-Tag":                 "noindex",
}

// pagesPattern is the route of the page's files, whose requests make no traces.
const pagesPattern = "GET /"

// protect traces each request by its route, sets the headers of its response, and refuses writes that
// another site's page sends with the operator's cookie. Its spans have neither the address nor the
// browser of an operator: the tracer does not see them, and the console needs neither.
func protect(h http.Handler, routeOf func(*http.Request) string) http.Handler {
	h = http.NewCrossOriginProtection().Handler(h)
	traced := otelhttp.NewHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range securityHeaders {
			w.Header().Set(name, value)
		}
		if sc := trace.SpanContextFromContext(r.Context()); sc.IsValid() {
			w.Header().Set("McWick-Trace", sc.TraceID().String())
		}
		h.ServeHTTP(w, r)
	}), "console",
		otelhttp.WithFilter(func(r *http.Request) bool { return routeOf(r) != pagesPattern }),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return routeOf(r) }))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.Clone(r.Context())
		r.RemoteAddr = ""
		r.Header.Del("X-Forwarded-For")
		r.Header.Del("User-Agent")
		traced.ServeHTTP(w, r)
	})
}

// pages serves the files of the built page, and the page itself at every address without a file
// extension: its routes are its own.
func pages(files fs.FS) http.Handler {
	index := staticfiles.NewHandler(files, http.NotFoundHandler())
	return staticfiles.NewHandler(files, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Ext(r.URL.Path) != "" {
			http.NotFound(w, r)
			return
		}
		page := r.Clone(r.Context())
		page.URL.Path = "/"
		index.ServeHTTP(w, page)
	}))
}

package main

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
)

// pageRoutes are the addresses that the shell draws.
var pageRoutes = []string{"/", "/ai", "/gallery", "/picks", "/lore", "/wall", "/pfp", "/bictok", "/verse"}

// styleguide is the page for those who build, where the settings' flag of that name shows it.
const styleguide = "/styleguide"

// unlisted are the pages that search engines leave out: they say things about people by name.
var unlisted = []string{"/wall"}

// pages serves the page: the shell at its routes, but for those with a card, files by their name, a real 404 with the
// shell's own page for people and a problem document for programs. flag tells which flags of the settings are set.
func pages(files http.Handler, flag func(name string) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			writeProblem(r.Context(), w, errMethod)
			return
		}
		name := path.Clean(r.URL.Path)
		if slices.Contains(unlisted, name) {
			w.Header().Set("X-Robots-Tag", "noindex")
		}
		switch {
		case slices.Contains(pageRoutes, name), name == styleguide && flag("styleguide"):
			serveShell(w, r, files)
		case path.Ext(name) != "": // each file of a build has one
			files.ServeHTTP(w, r)
		case strings.Contains(r.Header.Get("Accept"), "text/html"):
			serveNotFoundPage(w, r, files)
		default:
			writeProblem(r.Context(), w, errNoRoute)
		}
	})
}

// serveShell serves the shell's HTML, which is at the root, at another address.
func serveShell(w http.ResponseWriter, r *http.Request, files http.Handler) {
	r = r.WithContext(r.Context())
	r.URL = &url.URL{Path: "/"}
	files.ServeHTTP(w, r)
}

// serveNotFoundPage answers 404 with the shell, which draws its page for that. Ranges and conditions are
// for what exists.
func serveNotFoundPage(w http.ResponseWriter, r *http.Request, files http.Handler) {
	r = r.WithContext(r.Context())
	r.Header = http.Header{"Accept-Encoding": r.Header.Values("Accept-Encoding")}
	serveShell(notFound{w}, r, files)
}

// notFound turns the status 200 into 404.
type notFound struct{ http.ResponseWriter }

func (n notFound) WriteHeader(status int) {
	if status == http.StatusOK {
		status = http.StatusNotFound
	}
	n.ResponseWriter.WriteHeader(status)
}

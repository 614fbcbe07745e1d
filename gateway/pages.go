package main

import (
	"net/http"
	"net/url"
	"path"
	"strings"

	"mcwick.example/gateway/limits"
)

// styleguide is the page for those who build, where the settings' flag of that name shows it.
const styleguide = "/styleguide"

// limitPages bounds pages and the settings by address. Files of a build are not counted: there are
// dozens to a page, they come from memory, and browsers and caches keep them.
func (g *gateway) limitPages(h http.Handler) http.Handler {
	limited := g.rateLimit(limits.Pages, withoutRateLimitHeaders(h))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isThing := r.PathValue("id") != "" || strings.HasPrefix(r.URL.Path, profilePath)
		if r.URL.Path != configPath && !isThing && path.Ext(path.Clean(r.URL.Path)) != "" {
			h.ServeHTTP(w, r)
			return
		}
		limited.ServeHTTP(w, r)
	})
}

// configPath is the address of the settings.
const configPath = "/config.json"

// servePage serves the page: the shell at its routes with what a link to it says, files by their
// name, a real 404 with the shell's own page for people and a problem document for programs.
func (g *gateway) servePage(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		writeProblem(r.Context(), w, errMethod)
		return
	}
	if r.Header.Get(serviceWorkerHeader) != "" {
		writeProblem(r.Context(), w, errNoRoute)
		return
	}
	name := path.Clean(r.URL.Path)
	if name == wallPath { // it says things about people by name
		w.Header().Set("X-Robots-Tag", "noindex")
	}
	if card, status := g.routeCard(r, name); status == http.StatusOK {
		g.serveWithCard(w, r, g.addressed(card, name))
		return
	}
	switch {
	case name == styleguide && g.site.flag("styleguide"):
		serveShell(w, r, g.files)
	case path.Ext(name) != "": // each file of a build has one
		g.files.ServeHTTP(w, r)
	case strings.Contains(r.Header.Get("Accept"), "text/html"):
		serveNotFoundPage(w, r, g.files)
	default:
		writeProblem(r.Context(), w, errNoRoute)
	}
}

// serveWithCard serves the shell with a card in its head, or as it is when there is no place for
// one.
func (g *gateway) serveWithCard(w http.ResponseWriter, r *http.Request, c card) {
	page := withCard(g.shell(r), c)
	if page == nil {
		serveShell(w, r, g.files)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	allowSharedCaches(h)
	h.Set("Content-Type", "text/html; charset=utf-8")
	serveTagged(w, r, page, entityTag(page), func() []byte { return compress(page) })
}

// serveShell serves the shell's HTML, which is at the root, at another address.
func serveShell(w http.ResponseWriter, r *http.Request, files http.Handler) {
	r = r.WithContext(r.Context())
	r.URL = &url.URL{Path: "/"}
	files.ServeHTTP(w, r)
}

// serveNotFoundPage answers 404 with the shell, which draws its page for that. Ranges and
// conditions are for what exists.
func serveNotFoundPage(w http.ResponseWriter, r *http.Request, files http.Handler) {
	r = r.WithContext(r.Context())
	r.Header = http.Header{"Accept-Encoding": r.Header.Values("Accept-Encoding")}
	serveShell(notFoundWriter{w}, r, files)
}

// notFoundWriter turns the status 200 into 404.
type notFoundWriter struct{ http.ResponseWriter }

func (n notFoundWriter) WriteHeader(status int) {
	if status == http.StatusOK {
		status = http.StatusNotFound
	}
	n.ResponseWriter.WriteHeader(status)
}

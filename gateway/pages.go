package main

import (
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
)

// pageRoutes are the addresses that the shell draws.
var pageRoutes = []string{"/", "/ai", "/gallery", "/picks", "/lore", "/wall", "/pfp", "/bictok", "/verse"}

// styleguide is the page for those who build, where the settings' flag of that name shows it.
const styleguide = "/styleguide"

// unlisted are the pages that search engines leave out: they say things about people by name.
var unlisted = []string{"/wall"}

// hashed are files whose name changes with their content.
var hashed = regexp.MustCompile(`/assets/[^/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$`)

// pages serves the built front end: the shell at its routes, but for those with a card, files by their name, a real 404 with the
// shell's own page for people and a problem document for programs. flag tells which flags of the settings are set.
func pages(files fs.FS, flag func(name string) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			writeProblem(r.Context(), w, errMethod)
			return
		}
		name := path.Clean(r.URL.Path)
		h := w.Header()
		h.Set("Cache-Control", "no-cache")
		if slices.Contains(unlisted, name) {
			h.Set("X-Robots-Tag", "noindex")
		}
		switch {
		case slices.Contains(pageRoutes, name), name == styleguide && flag("styleguide"):
			serveFile(w, r, files, "index.html")
		case isFile(files, name):
			if hashed.MatchString(name) {
				h.Set("Cache-Control", "public, max-age=31536000, immutable")
			}
			serveFile(w, r, files, strings.TrimPrefix(name, "/"))
		case path.Ext(name) == "" && strings.Contains(r.Header.Get("Accept"), "text/html"):
			serveNotFoundPage(w, r, files)
		default:
			writeProblem(r.Context(), w, errNoRoute)
		}
	})
}

// isFile reports whether the build has a file of this name that is not the shell or another file's encoded form.
func isFile(files fs.FS, name string) bool {
	info, err := fs.Stat(files, strings.TrimPrefix(name, "/"))
	return err == nil && info.Mode().IsRegular() && name != "/index.html" && !isEncoded(name)
}

// serveNotFoundPage answers 404 with the shell, which draws its page for that. Ranges and conditions are
// for what exists.
func serveNotFoundPage(w http.ResponseWriter, r *http.Request, files fs.FS) {
	r = r.WithContext(r.Context())
	r.Header = http.Header{"Accept-Encoding": r.Header.Values("Accept-Encoding")}
	serveFile(notFound{w}, r, files, "index.html")
}

// notFound turns the status 200 into 404.
type notFound struct{ http.ResponseWriter }

func (n notFound) WriteHeader(status int) {
	if status == http.StatusOK {
		status = http.StatusNotFound
	}
	n.ResponseWriter.WriteHeader(status)
}

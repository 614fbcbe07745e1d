// Package staticfiles serves what a front end's build left in a folder: each file by its name, in
// the smallest form that the client reads, and kept for as long as its name promises.
package staticfiles

import (
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
)

// index is what is served at the root.
const index = "index.html"

// hashedName are files whose name changes with their content.
var hashedName = regexp.MustCompile(`/(?:assets|workers)/[^/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$`)

// NewHandler serves the files of a build at their paths, and its index.html at the root and nowhere
// else. Files with a hash in their name are kept for a year, others are asked for each time. What
// is not there is left to absent.
func NewHandler(files fs.FS, absent http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		isRoot := name == ""
		if isRoot {
			name = index
		}
		if !isRoot && name == index || isEncoded(name) || !isFile(files, name) {
			absent.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Set("Cache-Control", "no-cache")
		if hashedName.MatchString("/" + name) {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		serveFile(w, r, files, name)
	})
}

func isFile(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && info.Mode().IsRegular()
}

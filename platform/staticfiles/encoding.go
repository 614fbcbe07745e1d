package staticfiles

import (
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

// encodings are the forms that the front end's build leaves beside its text files, the smallest
// first.
var encodings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// serveFile sends a file of the build in the smallest form that the client reads. A range is one of
// the plain file.
func serveFile(w http.ResponseWriter, r *http.Request, files fs.FS, name string) {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	for _, e := range encodings {
		if r.Header.Get("Range") != "" || !AcceptsEncoding(r, e.name) {
			continue
		}
		if _, err := fs.Stat(files, name+e.suffix); err == nil {
			h.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
			h.Set("Content-Encoding", e.name)
			name += e.suffix
			break
		}
	}
	http.ServeFileFS(w, r, files, name)
}

// isEncoded reports whether a name is that of an encoded form.
func isEncoded(name string) bool {
	return slices.ContainsFunc(encodings,
		func(e struct{ name, suffix string }) bool { return path.Ext(name) == e.suffix })
}

// AcceptsEncoding reports whether the client names the encoding and does not weigh it 0.
func AcceptsEncoding(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, weighed := strings.Cut(part, ";")
		if strings.TrimSpace(name) != encoding {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return !weighed || (err == nil && q > 0)
	}
	return false
}

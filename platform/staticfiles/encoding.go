package staticfiles

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// encodings are the forms that the front end's build leaves beside its text files, the smallest
// first.
var encodings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// serveFile sends a file of the build in the smallest form that the client reads. A range is one of
// the plain file. Its entity tag is its name, when that has a hash, or a hash of its content: the
// time of a file says nothing, because a release that is taken back is followed by an older one.
func serveFile(w http.ResponseWriter, r *http.Request, files fs.FS, name string) {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	form := name
	for _, e := range encodings {
		if r.Header.Get("Range") != "" || !AcceptsEncoding(r, e.name) {
			continue
		}
		if _, err := fs.Stat(files, name+e.suffix); err == nil {
			h.Set("Content-Encoding", e.name)
			form += e.suffix
			break
		}
	}
	tag := path.Base(form)
	file, err := http.FS(files).Open(form)
	if err == nil {
		defer file.Close()
		if !hashedName.MatchString("/" + name) {
			tag, err = hashOf(file)
		}
	}
	if err != nil {
		h.Del("Cache-Control")
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, name, time.Time{}, file)
}

// hashOf returns a hash of a file's content.
func hashOf(file io.Reader) (string, error) {
	hash := sha256.New()
	_, err := io.Copy(hash, file) // http.ServeContent seeks back
	return hex.EncodeToString(hash.Sum(nil)[:16]), err
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

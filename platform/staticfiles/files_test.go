package staticfiles

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
	"time"
)

// Verifies OPS-17.
func TestFiles(t *testing.T) {
	files := NewHandler(fstest.MapFS{
		"index.html": {Data: []byte("<p>plain")}, "index.html.br": {Data: []byte("page in br")},
		"assets/app-a1b2c3d4.js": {Data: []byte("code")}, "assets/app-a1b2c3d4.js.br": {Data: []byte("code in br")},
		"assets/app-a1b2c3d4.js.gz": {Data: []byte("code in gzip")},
		"plain.js":                  {Data: []byte("never encoded")},
	}, http.NotFoundHandler())
	const code, page = "text/javascript; charset=utf-8", "text/html; charset=utf-8"
	const year, each = "public, max-age=31536000, immutable", "no-cache"
	for name, c := range map[string]struct {
		path, accept                   string
		body, encoding, content, keeps string // no body: not there
	}{
		"brotli first":       {"/assets/app-a1b2c3d4.js", "gzip, deflate, br, zstd", "code in br", "br", code, year},
		"gzip":               {"/assets/app-a1b2c3d4.js", "gzip;q=0.5", "code in gzip", "gzip", code, year},
		"refused":            {"/assets/app-a1b2c3d4.js", "br;q=0, gzip; q=0.0", "code", "", code, year},
		"none asked for":     {"/assets/app-a1b2c3d4.js", "identity", "code", "", code, year},
		"a form never built": {"/plain.js", "br, gzip", "never encoded", "", code, each},
		"the root":           {"/", "br", "page in br", "br", page, each},
		"the root, plain":    {"/", "", "<p>plain", "", page, each},
		"the index by name":  {"/index.html", "", "", "", "", ""},
		"a form by name":     {"/assets/app-a1b2c3d4.js.br", "br", "", "", "", ""},
		"a folder":           {"/assets/", "", "", "", "", ""},
		"nothing":            {"/x.js", "", "", "", "", ""},
		"outside":            {"/../../etc/passwd", "", "", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, http.NoBody)
			r.Header.Set("Accept-Encoding", c.accept)
			w := httptest.NewRecorder()
			files.ServeHTTP(w, r)
			h := w.Header()
			if c.body == "" {
				if w.Code != http.StatusNotFound || h.Get("Cache-Control") != "" {
					t.Errorf("%d %v", w.Code, h)
				}
				return
			}
			if w.Code != http.StatusOK || w.Body.String() != c.body || h.Get("Content-Encoding") != c.encoding ||
				h.Get("Content-Type") != c.content || h.Get("Cache-Control") != c.keeps ||
				h.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%d %v %s", w.Code, h, w.Body)
			}
		})
	}
	t.Run("a release that is taken back", func(t *testing.T) {
		at := time.Now()
		release := func(code string, built time.Time) http.Handler {
			files := fstest.MapFS{"remoteEntry.js": {Data: []byte(code), ModTime: built}}
			return NewHandler(files, http.NotFoundHandler())
		}
		get := func(from http.Handler, header, value string) *httptest.ResponseRecorder {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/remoteEntry.js", http.NoBody)
			r.Header.Set(header, value)
			w := httptest.NewRecorder()
			from.ServeHTTP(w, r)
			return w
		}
		newer, older := release("second", at), release("first_", at.Add(-time.Hour))
		tag := get(newer, "", "").Header().Get("ETag")
		for name, w := range map[string]*httptest.ResponseRecorder{"by its tag": get(older, "If-None-Match", tag),
			"by its time": get(older, "If-Modified-Since", at.UTC().Format(http.TimeFormat))} {
			if w.Code != http.StatusOK || w.Body.String() != "first_" {
				t.Errorf("%s: a browser keeps what was taken back: %d %s", name, w.Code, w.Body)
			}
		}
		if w := get(release("second", at.Add(time.Hour)), "If-None-Match", tag); w.Code != http.StatusNotModified {
			t.Errorf("the same, built again: %d", w.Code)
		}
	})
	t.Run("a range is one of the plain file", func(t *testing.T) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/assets/app-a1b2c3d4.js", http.NoBody)
		r.Header.Set("Accept-Encoding", "br")
		r.Header.Set("Range", "bytes=1-2")
		w := httptest.NewRecorder()
		files.ServeHTTP(w, r)
		if w.Code != http.StatusPartialContent || w.Body.String() != "od" || w.Header().Get("Content-Encoding") != "" {
			t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
		}
	})
}

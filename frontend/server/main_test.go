package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestHandlerServesFilesOnly(t *testing.T) {
	h := handler(fstest.MapFS{"mfe/gallery/remoteEntry.js": {Data: []byte("entry")},
		"mfe/gallery/remoteEntry.js.br": {Data: []byte("smaller")}})
	for request, want := range map[string]int{
		"GET /mfe/gallery/remoteEntry.js": 200, "HEAD /mfe/gallery/remoteEntry.js": 200,
		"POST /mfe/gallery/remoteEntry.js":   405,
		"GET /mfe/gallery/remoteEntry.js.br": 404, "GET /mfe/gallery/": 404, "GET /": 404, "GET /etc/passwd": 404,
	} {
		method, path, _ := strings.Cut(request, " ")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, path, http.NoBody))
		if w.Code != want {
			t.Errorf("%s: %d, want %d", request, w.Code, want)
		}
	}
}

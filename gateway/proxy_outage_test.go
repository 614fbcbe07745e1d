package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"mcwick.example/platform/testkit"
)

// Connections that pictures came by and whose other end has vanished since are not tried one after
// the other.
// Verifies OPS-8.
func TestProxyRecoversFromHangingConnections(t *testing.T) {
	t.Parallel()
	const readers = 30
	var meet sync.WaitGroup // so that each has a connection of its own
	meet.Add(readers)
	media := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/together" {
			meet.Done()
			meet.Wait()
		}
		_, _ = io.WriteString(w, "a picture")
	}))
	t.Cleanup(media.Close)
	addr, freezer := testkit.NewFreezer(t, strings.TrimPrefix(media.URL, "http://"))
	bytes, err := proxy("http://" + addr)
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string) int {
		answer := httptest.NewRecorder()
		bytes.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
		return answer.Code
	}
	var all sync.WaitGroup
	for range readers {
		all.Go(func() {
			if code := get("/together"); code != http.StatusOK {
				t.Errorf("status %d", code)
			}
		})
	}
	all.Wait()
	freezer.FreezeExisting()
	testkit.Eventually(t, "pictures come by new connections",
		func() bool { return get("/one") == http.StatusOK })
}

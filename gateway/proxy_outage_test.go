package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

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

// Verifies OPS-54.
func TestProxyLeavesAServerThatStopsInMidAnswer(t *testing.T) {
	t.Parallel()
	stopped := make(chan struct{})
	media := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half")
		_ = http.NewResponseController(w).Flush() // supported here
		<-stopped
	}))
	t.Cleanup(media.Close)
	t.Cleanup(func() { close(stopped) })
	bytes, err := proxy(media.URL)
	if err != nil {
		t.Fatal(err)
	}
	edge := httptest.NewServer(bytes)
	t.Cleanup(edge.Close)
	client := &http.Client{Timeout: time.Minute}
	resp, err := client.Get(edge.URL + "/media/x.mp4") //nolint:noctx // the server is the test's
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if got, err := io.ReadAll(resp.Body); string(got) != "half" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", got, err)
	}
}

// What takes long because server or reader are slow comes whole.
// Verifies OPS-54.
func TestSlowBodyIsReadWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, written := io.Pipe()
		go func() {
			for range 3 {
				time.Sleep(serverTimeout - time.Second)
				_, _ = io.WriteString(written, "x")
			}
		}()
		body, got := newTimedBody(server), make([]byte, 1)
		for i := range 3 {
			if _, err := body.Read(got); err != nil {
				t.Errorf("part %d: %v", i, err)
			}
			time.Sleep(3 * serverTimeout) // the reader's own time
		}
		began := time.Now()
		if _, err := body.Read(got); err == nil || time.Since(began) != serverTimeout {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

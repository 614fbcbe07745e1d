package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestAStreamOutlivesTheBoundOnReadingItsRequest(t *testing.T) {
	const bound = 50 * time.Millisecond
	w := setup(t)
	w.house.held = func(ctx context.Context) {
		select {
		case <-time.After(2 * bound):
		case <-ctx.Done():
		}
	}
	server := httptest.NewUnstartedServer(w.gateway.routes())
	server.Config.ReadTimeout = bound
	server.Start()
	t.Cleanup(server.Close)
	w.url = server.URL
	if _, body := w.do(t, "GET", "/api/v1/jobs/j1/events", ""); strings.Count(body, "event: job") != 3 {
		t.Errorf("the stream ended early: %s", body)
	}
}

func TestAStreamEndsWhenTheProgramStops(t *testing.T) {
	w := setup(t)
	asked, ended := make(chan struct{}), make(chan error, 1)
	w.house.held = func(ctx context.Context) {
		close(asked)
		<-ctx.Done()
		ended <- ctx.Err()
	}
	var stop context.CancelFunc
	w.gateway.stopping, stop = context.WithCancel(t.Context())
	go func() {
		<-asked
		stop()
	}()
	_, body := w.do(t, "GET", "/api/v1/jobs/j1/events", "")
	if err := <-ended; !errors.Is(err, context.Canceled) || strings.Count(body, "event: job") != 1 {
		t.Errorf("%v, %s", err, body)
	}
}

func TestCutOffBytesDoNotLookWhole(t *testing.T) {
	w := setup(t)
	r, err := http.NewRequestWithContext(t.Context(), "GET", w.url+"/media/cut.png", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := w.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if b, err := io.ReadAll(resp.Body); err == nil {
		t.Errorf("%s came as whole: %s", resp.Status, b)
	}
}

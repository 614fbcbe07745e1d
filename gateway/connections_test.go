package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/testkit"
)

func TestStreamOutlivesReadTimeout(t *testing.T) {
	const bound = 500 * time.Millisecond
	w := newEnvironment(t)
	w.services.onWait = func(ctx context.Context) {
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

func TestStreamsEndOnShutdown(t *testing.T) {
	w := newEnvironment(t)
	requested, ended := make(chan struct{}), make(chan error, 1)
	w.services.onWait = func(ctx context.Context) {
		close(requested)
		<-ctx.Done()
		ended <- ctx.Err()
	}
	var stop context.CancelFunc
	w.gateway.stopping, stop = context.WithCancel(t.Context())
	go func() {
		<-requested
		stop()
	}()
	_, body := w.do(t, "GET", "/api/v1/jobs/j1/events", "")
	if err := <-ended; !errors.Is(err, context.Canceled) || strings.Count(body, "event: job") != 1 {
		t.Errorf("%v, %s", err, body)
	}
}

// A program that was told to stop goes on answering until it has drained: with streams too, for
// they come back when they are cut off.
func TestStreamsAreServedWhileDraining(t *testing.T) {
	w := newEnvironment(t)
	w.gateway.config.HTTPAddr = testkit.FreeAddr(t)
	w.url = "http://" + w.gateway.config.HTTPAddr
	waits := make(chan struct{}, 2)
	w.services.onWait = func(ctx context.Context) {
		waits <- struct{}{}
		<-ctx.Done()
	}
	draining, drained := make(chan struct{}), make(chan struct{})
	drain := lifecycle.Part{Name: "drain", Budget: time.Minute, Stop: func(context.Context) error {
		close(draining)
		<-drained
		return nil
	}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- lifecycle.Run(ctx, testkit.DiscardLog(), append(w.gateway.serverParts(), drain)...) }()
	testkit.Eventually(t, "the port is open", func() bool {
		conn, err := net.Dial("tcp", w.gateway.config.HTTPAddr)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})

	bodies := make(chan string, 2)
	follow := func() {
		_, body := w.do(t, "GET", "/api/v1/jobs/j1/events", "")
		bodies <- body
	}
	go follow()
	<-waits
	cancel()
	<-draining
	go follow()
	select {
	case <-waits: // the second stream is under way as well
	case body := <-bodies:
		t.Errorf("a stream was refused: %s", body)
		bodies <- body
	}
	close(drained)
	for range 2 {
		if body := <-bodies; strings.Count(body, "event: job") != 1 {
			t.Errorf("a stream was %s", body)
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestInterruptedDownloadIsAborted(t *testing.T) {
	w := newEnvironment(t)
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

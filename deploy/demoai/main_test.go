package main

import (
	"net"
	"net/http"
	"testing"

	"mcwick.example/platform/testkit"
)

// A request in progress is finished after SIGTERM, because a real provider would have charged for
// it.
func TestShutdownDrainsRequests(t *testing.T) {
	requested, drawn := make(chan struct{}), make(chan struct{})
	addr := testkit.FreeAddr(t)
	port := server(addr, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(requested)
		select {
		case <-drawn:
		case <-r.Context().Done():
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	if err := port.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	answered := make(chan string, 1)
	go func() {
		resp, err := http.Get("http://" + addr)
		if err != nil {
			answered <- err.Error()
			return
		}
		resp.Body.Close()
		answered <- resp.Status
	}()
	<-requested
	stopped := make(chan error, 1)
	go func() { stopped <- port.Stop(t.Context()) }()
	testkit.Eventually(t, "nobody new gets in", func() bool {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
	close(drawn)
	if got := <-answered; got != "200 OK" {
		t.Error(got)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"mcwick.example/deploy/internal/visitor"
)

// An open circuit breaker answers for what is broken next, whose trace would show nothing.
func TestFaultEndsWhenVisitorsAreServedAgain(t *testing.T) {
	var likes atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/api/v1/alerts":
			fmt.Fprint(w, `{"data": {"alerts": [{"state": "firing", "labels": {"alertname": "ServiceDown"}}]}}`)
		case strings.HasSuffix(r.URL.Path, "/like"):
			if likes.Add(1) == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		}
	}))
	defer server.Close()
	f := fault{
		name: "a test", alert: "ServiceDown",
		begin: func(context.Context) error { return nil },
		seen:  func(context.Context) (string, string) { return "", "503" },
		end:   func(context.Context) error { return nil },
	}
	crowd, watch := &visitors{Visitor: visitor.New(server.URL, "")}, &prometheus{Visitor: visitor.New(server.URL, "")}
	if err := runFault(t.Context(), f, crowd, watch, ""); err != nil || likes.Load() != 2 {
		t.Errorf("after %d likes, of which the second was answered 200: %v", likes.Load(), err)
	}

	interrupted, cancel := context.WithCancel(t.Context())
	repaired := false
	f.seen = func(context.Context) (string, string) {
		cancel()
		return "", ""
	}
	f.end = func(ctx context.Context) error {
		repaired = ctx.Err() == nil
		return nil
	}
	if err := runFault(interrupted, f, crowd, watch, ""); err == nil || !repaired {
		t.Errorf("interrupted: %v, repaired: %t", err, repaired)
	}
}

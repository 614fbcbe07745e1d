package main

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestVisitorCookie(t *testing.T) {
	w := newEnvironment(t)
	resp, body := w.do(t, "GET", "/api/v1/sessions/current", "")
	if c := resp.Cookies(); len(c) != 1 || !c[0].HttpOnly || body != anonymousSession ||
		resp.Header.Get("Cache-Control") != "private, no-store" {
		t.Fatalf("%v %s", resp.Header, body)
	}
	cookie := resp.Cookies()[0]
	w.do(t, "PUT", "/api/v1/images/x/like", "")
	first := w.services.visitor()
	if first == "" || strings.Contains(cookie.Value, first) {
		t.Errorf("visitor %q of cookie %q", first, cookie.Value)
	}
	t.Run("is the same at the next request", func(t *testing.T) {
		if w.do(t, "PUT", "/api/v1/images/x/like", ""); w.services.visitor() != first {
			t.Errorf("got %q, then %q", first, w.services.visitor())
		}
		if w.do(t, "GET", "/api/v1/likes?ids=x", ""); w.services.visitor() != first {
			t.Errorf("got %q, then %q", first, w.services.visitor())
		}
	})
	t.Run("is all that services learn", func(t *testing.T) {
		header := []string{"Authorization", "Bearer x", "Grpc-Metadata-X", "x", "Grpc-Timeout", "1n"}
		if resp, body := w.do(t, "GET", "/api/v1/likes?ids=x", "", header...); resp.StatusCode != 200 {
			t.Errorf("%s %s", resp.Status, body)
		}
		requested := slices.Sorted(maps.Keys(w.services.requests[len(w.services.requests)-1]))
		want := []string{":authority", "content-type", "grpc-accept-encoding", "mcwick-lane", "mcwick-visitor",
			"user-agent"}
		if !slices.Equal(requested, want) {
			t.Errorf("services were told %v", requested)
		}
	})
	t.Run("is not made by a report", func(t *testing.T) {
		stranger := &environment{url: w.url, client: &http.Client{}}
		if resp, body := stranger.do(t, "POST", "/api/v1/telemetry/spans", "[]"); resp.StatusCode != 204 ||
			len(resp.Cookies()) != 0 {
			t.Errorf("%s %v %s", resp.Status, resp.Cookies(), body)
		}
	})
	t.Run("cannot be chosen", func(t *testing.T) {
		stranger := &environment{url: w.url, client: &http.Client{}}
		forged := []string{
			"Cookie", cookie.Name + "=" + cookie.Value[:len(cookie.Value)-2] + "AA",
			"Grpc-Metadata-Mcwick-Visitor", first, "Mcwick-Visitor", first,
		}
		resp, _ := stranger.do(t, "PUT", "/api/v1/images/x/like", "", forged...)
		if got := w.services.visitor(); got == first || got == "" || len(resp.Cookies()) != 1 {
			t.Errorf("writes as %q, cookies %v", got, resp.Cookies())
		}
		if stranger.do(t, "GET", "/api/v1/likes?ids=x", "", forged...); w.services.visitor() != "" {
			t.Errorf("reads as %q", w.services.visitor())
		}
	})
}

package main

import (
	"crypto/rand"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/limit"
)

// Verifies LIMIT-24.
func TestPagesAreLimitedByAddress(t *testing.T) {
	w := newEnvironment(t)
	w.setLimits(t, limits.Config{limits.Pages: {Address: limit.Rate{Every: time.Hour, Burst: 2}}})
	edge := w.gateway.routes()
	network := fmt.Sprintf("[2001:db8:%x:", rand.Text()[:2]) // of this run alone
	get := func(address, path string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
		r.RemoteAddr = network + address + "::1]:1"
		answer := httptest.NewRecorder()
		edge.ServeHTTP(answer, r)
		return answer
	}
	for path, want := range map[string]int{"/": 429, "/gallery": 429, "/config.json": 429, "/gallery/x": 429,
		"/gallery/x.yz": 429, "/bictok/xyz.abc": 429, "/@ann.b": 429,
		"/assets/app-a1b2c3d4.js": 200} {
		address := fmt.Sprintf("%x", len(path))
		for range 2 {
			answer := get(address, path)
			if answer.Code == 429 || answer.Header().Get("RateLimit") != "" {
				t.Errorf("%s: %d %v", path, answer.Code, answer.Header())
			}
		}
		if got := get(address, path).Code; got != want {
			t.Errorf("%s once more: %d, want %d", path, got, want)
		}
		if got := get("ff", path).Code; got == 429 && path != "/gallery" {
			t.Errorf("%s at another address: %d", path, got)
		}
	}
}

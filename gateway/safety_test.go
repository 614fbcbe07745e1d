package main

import (
	"strings"
	"testing"
)

// Verifies SAFE-2.
func TestSafetyStatisticsAreCachedForEverybody(t *testing.T) {
	w := newEnvironment(t)
	w.stopClock()
	w.do(t, "GET", "/api/v1/sessions/current", "") // whose cookie must not matter
	before := w.services.calls()
	for range 2 { // the second is the cache's
		resp, body := w.do(t, "GET", "/api/v1/safety/statistics", "")
		if h := resp.Header; resp.StatusCode != 200 || !strings.Contains(body, `"reports":7`) ||
			h.Get("Cache-Control") != "public, max-age=1" || len(resp.Cookies()) != 0 {
			t.Errorf("%s %v %s", resp.Status, h, body)
		}
	}
	if n := w.services.calls() - before; n != 1 || w.services.visitor() != "" {
		t.Errorf("the service was asked %d times, for %q", n, w.services.visitor())
	}
}

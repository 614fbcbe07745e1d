package main

import (
	"testing"
	"time"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/limit"
)

func TestPreviewReturnsBytes(t *testing.T) {
	w := newEnvironment(t)
	resp, body := w.do(t, "POST", "/api/v1/artworks/a1/preview", `{"overlays":[]}`)
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "image/png" || body != "a picture" ||
		resp.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%s %v %s", resp.Status, resp.Header, body)
	}
	if resp, body := w.do(t, "POST", "/api/v1/artworks/a1/preview", `{"overlays":{}}`); resp.StatusCode != 400 ||
		resp.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%s %s", resp.Status, body)
	}
}

// Verifies AFTER-15.
func TestFigureReturnsBytes(t *testing.T) {
	w := newEnvironment(t)
	resp, body := w.do(t, "GET", "/api/v1/jobs/j1/figure", "")
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "image/png" || body != "a candle" ||
		resp.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%s %v %s", resp.Status, resp.Header, body)
	}
}

// Verifies SORT-1.
func TestReportingAPictureNeedsNoAccount(t *testing.T) {
	w := newEnvironment(t)
	w.setLimits(t, limits.Config{limits.Complaints: {Device: limit.Rate{Every: time.Hour, Burst: 2}}})
	w.do(t, "GET", "/api/v1/sessions/current", "") // a device without a session
	for i, want := range []int{202, 202, 429} {
		resp, body := w.do(t, "POST", "/api/v1/publications/p1/reports",
			`{"reason":"REPORT_REASON_PERSON","note":"that's me"}`)
		if resp.StatusCode != want || want == 202 && (body != "{}" || w.services.visitor() == "") {
			t.Errorf("report %d: %s %s by %q", i, resp.Status, body, w.services.visitor())
		}
	}
	if n := w.services.calls(); n != 2 {
		t.Errorf("%d calls went through", n)
	}
}

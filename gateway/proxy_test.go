package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"mcwick.example/platform/fault"
)

// Verifies VIDEO-11, REQ-6.
func TestPicturesAreProxiedUnchanged(t *testing.T) {
	const picture = "a picture of some length"
	keepSpans(t)
	var cookies []*http.Cookie
	media := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cookies = append(cookies, r.Cookies()...)
		h := w.Header()
		h.Set("Content-Type", "image/webp")
		h.Set("Content-Security-Policy", "sandbox")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "public, max-age=3600")
		h.Set("CDN-Cache-Control", "max-age=31536000")
		h.Set("Surrogate-Key", "x")
		h.Set("Cache-Tag", "x")
		h.Set("ETag", `"x"`)
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		if r.URL.Path == "/media/gone.webp" {
			h.Set("Cache-Control", "no-store")
			http.Error(w, "withdrawn", http.StatusGone)
			return
		}
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(picture))
	}))
	t.Cleanup(media.Close)
	w := newEnvironment(t)
	w.do(t, "GET", "/api/v1/sessions/current", "")
	var err error
	if w.gateway.bytes, err = proxy(media.URL); err != nil {
		t.Fatal(err)
	}
	edge := httptest.NewServer(w.gateway.routes())
	t.Cleanup(edge.Close)
	w.url = edge.URL
	for name, c := range map[string]struct {
		path   string
		header []string
		status int
		body   string
	}{
		"whole":     {"/media/x.webp", nil, 200, picture},
		"a part":    {"/media/x.webp", []string{"Range", "bytes=2-8"}, 206, picture[2:9]},
		"the rest":  {"/media/x.webp", []string{"Range", "bytes=20-"}, 206, picture[20:]},
		"its part":  {"/media/x.webp", []string{"Range", "bytes=2-8", "If-Range", `"x"`}, 206, picture[2:9]},
		"no more":   {"/media/x.webp", []string{"Range", "bytes=2-8", "If-Range", `"older"`}, 200, picture},
		"beyond it": {"/media/x.webp", []string{"Range", "bytes=99-"}, 416, "RANGE_NOT_SATISFIABLE"},
		"another":   {"/media/x.webp", []string{"If-Match", `"older"`}, 412, "PRECONDITION_FAILED"},
		"unchanged": {"/media/x.webp", []string{"If-None-Match", `"x"`}, 304, ""},
		"withdrawn": {"/media/gone.webp", nil, 410, "GONE"},
	} {
		t.Run(name, func(t *testing.T) {
			resp, body := w.do(t, "GET", c.path, "", c.header...)
			h := resp.Header
			if h.Get("Content-Type") == "application/problem+json" {
				var p fault.Problem
				if err := json.Unmarshal([]byte(body), &p); err != nil || p.Status != c.status || p.TraceID == "" {
					t.Errorf("%v %s", err, body)
				}
				body = p.Code
			}
			if resp.StatusCode != c.status || body != c.body || len(resp.Cookies()) != 0 ||
				len(h.Values("Cache-Control")) > 1 || h.Get("RateLimit") != "" ||
				!slices.Equal(h.Values("X-Content-Type-Options"), []string{"nosniff"}) ||
				!slices.Contains(h.Values("Content-Security-Policy"), "sandbox") {
				t.Errorf("%s %v %s", resp.Status, h, body)
			}
			isRefused := c.status == 412 || c.status == 416
			for _, name := range []string{"CDN-Cache-Control", "Surrogate-Key", "Cache-Tag"} {
				if (h.Get(name) == "") != isRefused {
					t.Errorf("%s: %s: %q", resp.Status, name, h.Get(name))
				}
			}
			keep := map[int]string{410: "no-store", 412: "no-store", 416: "no-store"}
			if want, other := keep[c.status]; other && h.Get("Cache-Control") != want || !other &&
				h.Get("Cache-Control") != "public, max-age=3600" {
				t.Errorf("%s: %s", resp.Status, h.Get("Cache-Control"))
			}
			if part := h.Get("Content-Range"); (part != "") != (c.status == 206 || c.status == 416) {
				t.Errorf("%s: the part %q", resp.Status, part)
			}
		})
	}
	if len(cookies) != 0 {
		t.Errorf("media was given %v", cookies)
	}
}

func TestCanceledPictureIsNotLoggedAsFailure(t *testing.T) {
	media := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(media.Close)
	for name, c := range map[string]struct {
		gone   bool
		status int
	}{"given up": {true, 499}, "media is away": {false, 503}} {
		t.Run(name, func(t *testing.T) {
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			if c.gone {
				leave()
			} else {
				media.Close()
			}
			h, err := proxy(media.URL)
			if err != nil {
				t.Fatal(err)
			}
			answer := httptest.NewRecorder()
			h.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, "GET", "/media/x.webp", nil))
			if answer.Code != c.status {
				t.Errorf("%d, want %d", answer.Code, c.status)
			}
		})
	}
}

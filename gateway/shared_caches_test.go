package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"mcwick.example/platform/testkit"
)

// sharedRows are the rows whose answers shared caches may keep; what they keep of media is for media to say.
var sharedRows = map[string]string{
	"GET /api/v1/images":                   list,
	"GET /api/v1/images/{id}":              single,
	"GET /api/v1/images/{id}/related":      single + "/related",
	"GET /api/v1/authors/{handle}":         "/api/v1/authors/ann",
	"GET /api/v1/profiles/{handle}":        "/api/v1/profiles/ann",
	"GET /api/v1/shared-videos/{id}":       "/api/v1/shared-videos/v1",
	"GET /api/v1/wall/entries":             "/api/v1/wall/entries?wall=WALL_FAME",
	"GET /api/v1/wall/entries/{id}/avatar": "/api/v1/wall/entries/x/avatar",
	"GET /api/v1/safety/statistics":        "/api/v1/safety/statistics",
	"GET /config.json":                     "/config.json",
	"GET /manifest.webmanifest":            "/manifest.webmanifest",
	"GET /gallery/{id}":                    "/gallery/0192aaaa-0000-7000-8000-000000000000",
	"GET /bictok/{id}":                     "/bictok/0192aaaa-0000-7000-8000-000000000000",
	"GET /{name}":                          "/gallery",
	"/":                                    "/",
}

// ownRows are the others that answer 200 here: each is about who asks, is made anew, or says for itself how
// long anybody may keep it.
var ownRows = []string{"GET /robots.txt", "GET " + sitemapPath, "GET " + sitemapPages, "GET " + cardImages,
	"GET " + mediaPath, "GET " + securityTxtPath}

// Every row of the table is asked as two visitors, one of whom has an account and a like. What shared caches may
// keep is the same for both and gives no cookie; everything else says that it is not theirs to keep.
// Verifies CDN-11, SAFE-2.
func TestSharedCachesKeepWhatIsTheSameForEverybody(t *testing.T) {
	w, _ := newUnlimitedEnvironment(t)
	w.services.set(nil, memes(3)...)
	w.do(t, "PUT", single+"/like", "")
	ann := w.client
	bob, stranger := browser(), &http.Client{}
	w.client = bob
	w.do(t, "GET", "/api/v1/sessions/current", "")
	w.client = ann
	for pattern := range w.gateway.table().rows {
		if strings.Contains(pattern, "POST ") || !strings.HasPrefix(pattern, "GET ") && !strings.HasPrefix(pattern, "/") ||
			strings.HasSuffix(pattern, "/events") {
			continue
		}
		path, shared := sharedRows[pattern]
		if !shared {
			path = placeholder.ReplaceAllString(strings.TrimPrefix(pattern, "GET "), "0192aaaa-0000-7000-8000-000000000000")
		}
		var bodies []string
		for _, client := range []*http.Client{ann, bob, stranger} {
			resp, body := testkit.Send(t, client, http.MethodGet, w.url+path, "") // the transport decodes gzip
			bodies = append(bodies, string(body))
			h, control := resp.Header, resp.Header.Get("CDN-Cache-Control")
			if shared != (control == sharedControl) || shared && resp.StatusCode != http.StatusOK {
				t.Errorf("%s (%s): %d with CDN-Cache-Control %q", pattern, path, resp.StatusCode, control)
			}
			isPublic := control != "" || strings.Contains(h.Get("Cache-Control"), "public")
			if isPublic && (h.Get("Set-Cookie") != "" || h.Get("RateLimit") != "" ||
				strings.Contains(strings.ToLower(strings.Join(h["Vary"], ",")), "cookie")) {
				t.Errorf("%s: shared caches may keep what is one visitor's: %v", pattern, h)
			}
			if keep := h.Get("Cache-Control"); !isPublic && !strings.Contains(keep, "no-store") &&
				!strings.Contains(keep, "no-cache") && !slices.Contains(ownRows, pattern) {
				t.Errorf("%s: Cache-Control %q", pattern, keep)
			}
		}
		if shared && (bodies[0] != bodies[1] || bodies[0] != bodies[2]) {
			t.Errorf("%s: visitors receive different bodies", pattern)
		}
	}
}

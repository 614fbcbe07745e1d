package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"mcwick.example/platform/fault"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

// clock is the cache's time, moved by the test.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (w *environment) stopClock() *clock {
	c := &clock{now: time.Now()}
	w.gateway.cache.now = func() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }
	return c
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func memes(n int) []*galleryv1.Image {
	all := make([]*galleryv1.Image, n)
	for i := range all {
		id := fmt.Sprintf("0192aaaa-0000-7000-8000-%012d", i)
		all[i] = &galleryv1.Image{
			Id: id, ObjectName: "memes/" + id + ".png", Type: "meme", Action: "surfing", Scene: "the sea",
			Style: "Anime", Caption: "gm & <3",
			Placeholder: strings.Repeat("A", 160),
			Variants: []*galleryv1.Variant{{ObjectName: "memes/" + id + "-320.webp", Width: 320},
				{ObjectName: "memes/" + id + "-640.webp", Width: 640}},
		}
	}
	return all
}

const list, single = "/api/v1/images", "/api/v1/images/0192aaaa-0000-7000-8000-000000000000"

// unlike what is unavailable, not tried again by the client
var errSlow = fault.New(fault.KindTimeout, "TIMEOUT", "slow")

func TestConcurrentRequestsShareOneCall(t *testing.T) {
	w := newEnvironment(t)
	w.stopClock()
	w.do(t, "GET", "/api/v1/sessions/current", "") // so that the request has a visitor
	w.services.set(nil, memes(24)...)
	bodies := make([]string, 200)
	var all sync.WaitGroup
	for i := range bodies {
		all.Go(func() {
			resp, body := w.do(t, "GET", list, "")
			if bodies[i] = body; resp.StatusCode != 200 {
				t.Errorf("%s %s", resp.Status, body)
			}
		})
	}
	all.Wait()
	for _, body := range bodies {
		if body != bodies[0] || len(body) < 1000 {
			t.Fatalf("%d bytes, others got %d", len(body), len(bodies[0]))
		}
	}
	if w.services.calls() != 1 || w.services.visitor() != "" {
		t.Errorf("asked %d times, for %q", w.services.calls(), w.services.visitor())
	}
}

// A page that waits for a second only does not end the call of a client that waits for longer.
func TestTimeoutOfOneRequestEndsNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(2 * pageTimeout):
				fmt.Fprint(w, "an answer")
			case <-r.Context().Done():
				w.WriteHeader(http.StatusGatewayTimeout)
			}
		})
		c := newCache(time.Now)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		page := make(chan *cachedResponse)
		go func() { page <- c.get(r, "/", slow, pageTimeout) }()
		synctest.Wait()
		api := make(chan int)
		go func() { api <- c.get(r, "/", slow, callTimeout).status }()
		if got := <-page; got != nil {
			t.Errorf("the page got %d", got.status)
		}
		if got := <-api; got != http.StatusOK {
			t.Errorf("the client got %d", got)
		}
	})
}

func TestCacheTTL(t *testing.T) {
	w := newEnvironment(t)
	now := w.stopClock()
	w.do(t, "GET", "/api/v1/sessions/current", "") // whose cookie must not matter
	for _, path := range []string{list, single} {
		before := w.services.calls()
		w.services.set(nil, memes(1)...)
		resp, first := w.do(t, "GET", path, "")
		h := resp.Header
		if resp.StatusCode != 200 || h.Get("Cache-Control") != "public, max-age=1" ||
			h.Get("Content-Type") != "application/json" ||
			h.Get("RateLimit") != "" || len(resp.Cookies()) != 0 || resp.ContentLength != int64(len(first)) ||
			len(h.Values("Content-Length")) != 1 {
			t.Errorf("%s: %s %v", path, resp.Status, h)
		}
		newer := memes(2)
		newer[0].Likes = 9
		w.services.set(nil, newer...)
		now.add(999 * time.Millisecond)
		if _, body := w.do(t, "GET", path, ""); body != first || w.services.calls() != before+1 {
			t.Errorf("%s: asked %d times within a second", path, w.services.calls()-before)
		}
		now.add(time.Millisecond)
		if _, body := w.do(t, "GET", path, ""); body == first {
			t.Errorf("%s: the news are not there after a second", path)
		}
	}
}

func TestStaleResponseIsServedDuringOutage(t *testing.T) {
	for name, broken := range map[string]error{
		"slow": errSlow, "away": fault.ErrUnavailable, "broken": fault.New(fault.KindInternal, "INTERNAL", "oops"),
		"overloaded": fault.New(fault.KindLimited, "TOO_MUCH", "later"),
	} {
		t.Run(name, func(t *testing.T) {
			w := newEnvironment(t)
			now := w.stopClock()
			w.services.set(nil, memes(3)...)
			_, good := w.do(t, "GET", list, "")
			w.services.set(broken)
			now.add(90 * time.Second)
			resp, body := w.do(t, "GET", list, "")
			if h := resp.Header; resp.StatusCode != 200 || body != good || h.Get("McWick-Stale") != "true" ||
				h.Get("Age") != "90" {
				t.Errorf("%s %v", resp.Status, h)
			}
			if resp, _ := w.do(t, "GET", list, "", "If-None-Match", resp.Header.Get("ETag")); resp.StatusCode != 304 ||
				resp.Header.Get("McWick-Stale") != "true" {
				t.Errorf("%s %v", resp.Status, resp.Header)
			}
			requested := w.services.calls()
			if w.do(t, "GET", list, ""); w.services.calls() != requested {
				t.Error("asked again within the second")
			}
			now.add(staleTTL - 91*time.Second)
			if resp, _ := w.do(t, "GET", list, ""); resp.StatusCode != 200 || resp.Header.Get("Age") != "599" {
				t.Errorf("a second before it is too old: %s %v", resp.Status, resp.Header)
			}
			now.add(time.Second)
			if resp, _ := w.do(t, "GET", list, ""); resp.StatusCode < 400 ||
				resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("McWick-Stale") != "" {
				t.Errorf("when it is too old: %s %v", resp.Status, resp.Header)
			}
			w.services.set(nil, memes(4)...)
			now.add(time.Second)
			if resp, body := w.do(t, "GET", list, ""); resp.StatusCode != 200 ||
				resp.Header.Get("McWick-Stale") != "" || body == good {
				t.Errorf("recovered: %s %v", resp.Status, resp.Header)
			}
		})
	}
}

// A service that is slow is waited for a second, and asked once: what it answers later is served then.
func TestStaleResponseIsServedWhenServiceIsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n := calls.Add(1)
			select {
			case <-time.After(3 * staleTimeout):
				fmt.Fprint(w, n)
			case <-r.Context().Done():
				w.WriteHeader(http.StatusGatewayTimeout)
			}
		})
		c := newCache(time.Now)
		get := func(wait time.Duration, body string, stale bool) {
			t.Helper()
			began := time.Now()
			a := c.get(httptest.NewRequest(http.MethodGet, "/", nil), "/", slow, callTimeout)
			if time.Since(began) != wait || string(a.body) != body || a.stale != stale {
				t.Errorf("after %s: %s, stale %t", time.Since(began), a.body, a.stale)
			}
		}
		get(3*staleTimeout, "1", false) // there is no other answer
		time.Sleep(time.Minute)
		get(staleTimeout, "1", true)
		get(0, "1", true) // for a second
		time.Sleep(2*staleTimeout - time.Millisecond)
		get(time.Millisecond, "2", false)
		get(0, "2", false)
		if calls.Load() != 2 {
			t.Errorf("%d calls", calls.Load())
		}
	})
}

func TestDeletedPictureIsNotServedStale(t *testing.T) {
	w := newEnvironment(t)
	now := w.stopClock()
	w.services.set(nil, memes(1)...)
	w.do(t, "GET", single, "")
	w.services.set(nil)
	now.add(time.Second)
	for range 2 {
		if resp, body := w.do(t, "GET", single, ""); resp.StatusCode != 404 ||
			resp.Header.Get("Cache-Control") != "no-store" || !strings.Contains(body, "IMAGE_NOT_FOUND") {
			t.Errorf("%s %v %s", resp.Status, resp.Header, body)
		}
	}
	w.services.set(errSlow)
	if resp, _ := w.do(t, "GET", single, ""); resp.StatusCode != 504 {
		t.Errorf("it came back: %s", resp.Status)
	}
}

func TestCachedBytesEqualTheResponse(t *testing.T) {
	w := newEnvironment(t)
	w.services.set(nil, memes(24)...)
	for _, path := range []string{list, list + "?type=meme&pageSize=24", single} {
		direct := httptest.NewRecorder()
		w.gateway.rpc().ServeHTTP(direct, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
		resp, body := w.do(t, "GET", path, "")
		if body != direct.Body.String() || resp.Header.Get("Content-Type") != direct.Header().Get("Content-Type") {
			t.Errorf("%s: %.80s\nuncached: %.80s", path, body, direct.Body)
		}
	}
}

func TestCacheKeyIgnoresUnknownParameters(t *testing.T) {
	w := newEnvironment(t)
	w.stopClock()
	kept := func() int {
		w.gateway.cache.responses.CleanUp()
		return w.gateway.cache.responses.EstimatedSize()
	}
	for _, query := range []string{"?page=2", "?type=meme&utm=1", "?type=meme&type=pfp", "?type=%zz", "?pageSize=x"} {
		if resp, _ := w.do(t, "GET", list+query, ""); resp.StatusCode != 400 || kept() != 0 {
			t.Errorf("%s: %s, %d kept", query, resp.Status, kept())
		}
	}
	for _, query := range []string{"?type=meme&pageSize=3", "?pageSize=3&type=meme"} {
		if resp, _ := w.do(t, "GET", list+query, ""); resp.StatusCode != 200 || kept() != 1 {
			t.Errorf("%s: %s, %d kept", query, resp.Status, kept())
		}
	}
	w.services.set(errSlow)
	if resp, _ := w.do(t, "GET", list, ""); resp.StatusCode != 504 || kept() != 1 {
		t.Errorf("%s, %d kept", resp.Status, kept())
	}
	if resp, _ := w.do(t, "GET", "/api/v1/likes?ids=x", ""); resp.Header.Get("Cache-Control") == "public, max-age=1" ||
		kept() != 1 {
		t.Errorf("a private answer: %v, %d kept", resp.Header, kept())
	}
}

func TestCacheSizeIsLimited(t *testing.T) {
	c := newCache(time.Now)
	body := make([]byte, 15<<10)
	for i := range 10_000 {
		c.responses.Set(fmt.Sprint(i), &cachedResponse{recording: recording{body: body}})
	}
	c.responses.CleanUp()
	if n := c.responses.EstimatedSize(); n < 1000 || n > maxCacheBytes/(len(body)+entryOverhead) {
		t.Errorf("%d answers of %d bytes", n, len(body))
	}
}

func TestETagDependsOnBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SliceOf(rapid.Byte()).Draw(t, "a"), rapid.SliceOf(rapid.Byte()).Draw(t, "b")
		if (entityTag(a) == entityTag(b)) != bytes.Equal(a, b) || strings.HasPrefix(entityTag(a), "W/") {
			t.Errorf("%q has %s, %q has %s", a, entityTag(a), b, entityTag(b))
		}
	})
}

func TestMatchingETagReturns304(t *testing.T) {
	w := newEnvironment(t)
	now := w.stopClock()
	w.services.set(nil, memes(2)...)
	resp, body := w.do(t, "GET", list, "")
	tag := resp.Header.Get("ETag")
	now.add(time.Hour) // asked again, the same answer
	for header, status := range map[string]int{tag: 304, `"other", ` + tag: 304, "W/" + tag: 304, "*": 304,
		`"other"`: 200} {
		resp, again := w.do(t, "GET", list, "", "If-None-Match", header)
		if want := map[int]string{200: body}[status]; resp.StatusCode != status || again != want ||
			resp.Header.Get("ETag") != tag {
			t.Errorf("%s: %s %v, %d bytes", header, resp.Status, resp.Header, len(again))
		}
	}
	w.services.set(nil, memes(1)...)
	now.add(time.Second)
	if resp, _ := w.do(t, "GET", list, "", "If-None-Match", tag); resp.StatusCode != 200 ||
		resp.Header.Get("ETag") == tag {
		t.Errorf("other bytes: %s %v", resp.Status, resp.Header)
	}
}

func TestCachedHeadMatchesGet(t *testing.T) {
	w := newEnvironment(t)
	w.services.set(nil, memes(2)...)
	_, body := w.do(t, "GET", list, "")
	resp, nothing := w.do(t, http.MethodHead, list, "")
	if resp.StatusCode != 200 || resp.ContentLength != int64(len(body)) || nothing != "" || len(resp.Cookies()) != 0 {
		t.Errorf("%s %v", resp.Status, resp.Header)
	}
}

// However a path is written, it has one answer: the service is called once a second.
// Verifies LIMIT-35.
func TestSpellingsOfAPathShareOneAnswer(t *testing.T) {
	for pattern, paths := range map[string][]string{
		"GET /api/v1/images/{image_id}": {single, "/api/v1/images/%30192aaaa-0000-7000-8000-00000000000%30"},
		"GET /api/v1/authors/{handle}": {"/api/v1/authors/@wick", "/api/v1/authors/WiCk", "/api/v1/authors/%40wick",
			"/api/v1/authors/%57ick"},
	} {
		keys := make(map[string]bool)
		for _, path := range paths {
			r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
			r.Pattern = pattern
			key, err := cacheKey(r, nil)
			if err != nil {
				t.Fatal(err)
			}
			keys[key] = true
		}
		if len(keys) != 1 {
			t.Errorf("%s: %v", pattern, keys)
		}
	}
}

// Another spelling of an address that no service knows is that address, and ends nothing that is kept.
// Verifies LIMIT-35.
func TestOtherSpellingKeepsTheLastGoodAnswer(t *testing.T) {
	w := newEnvironment(t)
	now := w.stopClock()
	w.services.set(nil, memes(3)...)
	_, good := w.do(t, "GET", list, "")
	now.add(time.Second)
	if resp, body := w.do(t, "GET", "/%61pi/v1/%69mages", ""); resp.StatusCode != 200 || body != good {
		t.Errorf("%s %s", resp.Status, body)
	}
	w.services.set(fault.ErrUnavailable)
	now.add(time.Second)
	if resp, body := w.do(t, "GET", "/%61pi/v1/%69mages", ""); resp.StatusCode != 200 || body != good {
		t.Errorf("during an outage: %s %s", resp.Status, body)
	}
}

// A body that does not come would hold up all who wait for the answer.
func TestSharedFetchHasNoBody(t *testing.T) {
	body, _ := io.Pipe()
	r := httptest.NewRequestWithContext(t.Context(), "GET", list, body)
	read := fetchShared(r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != http.NoBody || r.ContentLength != 0 {
			w.WriteHeader(http.StatusTeapot)
		}
	}), time.Second)
	if read.status != http.StatusOK {
		t.Error("it has the first client's body")
	}
}

// Routes match escaped paths, so an escaped slash asks for another picture, which is not there.
func TestEscapedSlashIsNotTheKeyOfAnotherPath(t *testing.T) {
	w := newEnvironment(t)
	now := w.stopClock()
	w.services.set(nil, memes(1)...)
	w.do(t, "GET", single+"/related", "")
	now.add(time.Second)
	if resp, _ := w.do(t, "GET", single+"%2Frelated", ""); resp.StatusCode != 404 {
		t.Errorf("an id with a slash: %s", resp.Status)
	}
	w.services.set(errSlow)
	if resp, _ := w.do(t, "GET", single+"/related", ""); resp.StatusCode != 200 {
		t.Errorf("the last good answer is gone: %s", resp.Status)
	}
}

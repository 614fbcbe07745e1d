package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mcwick.example/platform/testkit"
)

const smallCopy = "/media/memes/x-320.webp"

// heldMedia answers each request when it gets leave, with what it gets, and counts them.
type heldMedia struct {
	mu      sync.Mutex
	calls   int
	status  int
	release chan struct{} // nil answers at once
}

func (m *heldMedia) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	m.calls++
	number, status, release := m.calls, m.status, m.release
	m.mu.Unlock()
	if release != nil {
		select {
		case <-release:
		case <-r.Context().Done():
			status = http.StatusServiceUnavailable
		}
	}
	w.Header().Set("ETag", `"x"`)
	w.WriteHeader(status)
	if status == http.StatusOK {
		fmt.Fprint(w, number)
	}
}

func (m *heldMedia) hold(status int, release chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.status, m.release = status, release
}

func (m *heldMedia) requests() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.calls
}

// readers sends requests and keeps what each got.
type readers struct {
	all     sync.WaitGroup
	mu      sync.Mutex
	answers map[string]int
}

func (c *readers) send(ctx context.Context, h http.Handler, n int, header ...string) {
	for range n {
		c.all.Go(func() {
			answer := httptest.NewRecorder()
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, smallCopy, nil)
			for i := 0; i < len(header); i += 2 {
				r.Header.Set(header[i], header[i+1])
			}
			h.ServeHTTP(answer, r)
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.answers == nil {
				c.answers = map[string]int{}
			}
			c.answers[strings.TrimSpace(fmt.Sprint(answer.Code, " ", answer.Header().Get("ETag")))]++
		})
	}
}

func (c *readers) wait(t *testing.T, want map[string]int) {
	t.Helper()
	c.all.Wait()
	if fmt.Sprint(c.answers) != fmt.Sprint(want) {
		t.Errorf("answers %v, want %v", c.answers, want)
	}
}

// The first of 101 requests is sent, and the others, which come meanwhile, by one more. Between both the
// picture is withdrawn: no client that came after that gets it.
// Verifies CDN-12.
func TestRequestsShareReadsThatBeginAfterThem(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		media := &heldMedia{status: http.StatusOK, release: release}
		h := shareReads(media)
		var first, others, last readers
		first.send(t.Context(), h, 1)
		synctest.Wait()
		media.hold(http.StatusGone, nil)
		others.send(t.Context(), h, 100)
		synctest.Wait()
		close(release)
		first.wait(t, map[string]int{`200 "x"`: 1})
		others.wait(t, map[string]int{`410 "x"`: 100})
		media.hold(http.StatusOK, nil)
		last.send(t.Context(), h, 1)
		last.wait(t, map[string]int{`200 "x"`: 1})
		if n := media.requests(); n != 3 {
			t.Errorf("media got %d requests", n)
		}
		if len(h.forming)+len(h.running) > 0 {
			t.Error("something is kept")
		}
	})
}

// What the first client sends beside the address, and how it spells that, is nothing to those who share its read.
// Verifies CDN-12.
func TestSharedReadHasNothingOfItsFirstClient(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		body, unsent := io.Pipe()
		for address, body := range map[string]io.Reader{smallCopy: body, "/media/memes%2Fx-320.webp": http.NoBody} {
			release := make(chan struct{})
			h := shareReads(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				<-release
				_, _ = io.Copy(io.Discard, r.Body)
				status := http.StatusOK
				if r.URL.EscapedPath() != smallCopy || r.ContentLength != 0 {
					status = http.StatusNotFound
				}
				w.WriteHeader(status)
			}))
			var all readers
			all.send(t.Context(), h, 1)
			synctest.Wait()
			odd := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, body)
			all.all.Go(func() { h.ServeHTTP(httptest.NewRecorder(), odd) }) // the first of the next read
			synctest.Wait()
			all.send(t.Context(), h, 10)
			synctest.Wait()
			close(release)
			time.AfterFunc(time.Second, func() { unsent.Close() })
			all.wait(t, map[string]int{"200": 11})
		}
	})
}

// A read that media does not answer holds up no other for long, and not those whose entity tag differs at all.
// Verifies CDN-12.
func TestSlowReadHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		never := make(chan struct{})
		media := &heldMedia{status: http.StatusOK, release: never}
		h := shareReads(media)
		var slow, others, unchanged readers
		slow.send(t.Context(), h, 1)
		synctest.Wait()
		media.hold(http.StatusOK, nil)
		began := time.Now()
		unchanged.send(t.Context(), h, 1, "If-None-Match", `"y"`)
		unchanged.wait(t, map[string]int{`200 "x"`: 1})
		if waited := time.Since(began); waited > 0 {
			t.Errorf("another tag waited for %v", waited)
		}
		others.send(t.Context(), h, 5)
		others.wait(t, map[string]int{`200 "x"`: 5})
		if waited := time.Since(began); waited > maxSharedWait {
			t.Errorf("they waited for %v", waited)
		}
		slow.wait(t, map[string]int{"503": 1}) // when its time is over
	})
}

// Verifies CDN-12.
func TestSharedReadSurvivesItsFirstClient(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		media := &heldMedia{status: http.StatusOK, release: release}
		h := shareReads(media)
		ctx, leave := context.WithCancel(t.Context())
		var running, leaving, staying readers
		running.send(t.Context(), h, 1)
		synctest.Wait()
		leaving.send(ctx, h, 1)
		synctest.Wait()
		staying.send(t.Context(), h, 1)
		synctest.Wait()
		leave()
		leaving.wait(t, map[string]int{"499": 1})
		close(release)
		running.wait(t, map[string]int{`200 "x"`: 1})
		staying.wait(t, map[string]int{`200 "x"`: 1})
	})
}

// A hot copy is read once in two milliseconds, one that no other reads at once.
// Verifies CDN-12.
func TestHotCopyIsReadAtIntervals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		media := &heldMedia{status: http.StatusOK, release: make(chan struct{})}
		h := shareReads(media)
		var some readers
		some.send(t.Context(), h, 1)
		synctest.Wait()
		some.send(t.Context(), h, 10) // these wait for it
		synctest.Wait()
		began := time.Now()
		close(media.release)
		some.wait(t, map[string]int{`200 "x"`: 11})
		if waited := time.Since(began); waited != sharedInterval {
			t.Errorf("the next read began after %v", waited)
		}
	})
}

// What media answers differently to each, or with a lot, is passed on as it is.
// Verifies CDN-12.
func TestOtherReadsAreNotShared(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(r *http.Request){
		"signed":        func(r *http.Request) { r.URL.RawQuery = "signature=1.k.c" },
		"another query": func(r *http.Request) { r.URL.RawQuery = "x" },
		"HEAD":          func(r *http.Request) { r.Method = http.MethodHead },
		"a part":        func(r *http.Request) { r.Header.Set("Range", "bytes=1-2") },
		"if it is":      func(r *http.Request) { r.Header.Set("If-Match", `"x"`) },
		"several tags":  func(r *http.Request) { r.Header["If-None-Match"] = []string{`"x"`, `"y"`} },
		"a long tag":    func(r *http.Request) { r.Header.Set("If-None-Match", strings.Repeat("x", maxSharedTag+1)) },
		"an original":   func(r *http.Request) { r.URL.Path = "/media/memes/x.png" },
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, smallCopy, nil)
		if _, shared := sharedKeyOf(r); !shared {
			t.Fatal("a small copy is not shared")
		}
		change(r)
		if key, shared := sharedKeyOf(r); shared {
			t.Errorf("%s: %v is shared", name, key)
		}
	}
}

// An answer that is too large to be shared comes whole, one that media cuts off does not come as if it were.
// Verifies CDN-12.
func TestLargeAndBrokenAnswersAreNotShared(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", maxSharedBytes+1)
	media := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/media/memes/cut") {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "half")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
		fmt.Fprint(w, large)
	}))
	t.Cleanup(media.Close)
	h, err := proxyMedia(media.URL)
	if err != nil {
		t.Fatal(err)
	}
	edge := httptest.NewServer(h)
	t.Cleanup(edge.Close)
	client := &http.Client{}
	resp, body := testkit.Send(t, client, "GET", edge.URL+smallCopy, "")
	if resp.StatusCode != http.StatusOK || string(body) != large {
		t.Errorf("the large one: %s, %d bytes", resp.Status, len(body))
	}
	resp, _ = testkit.Send(t, client, "GET", edge.URL+"/media/memes/cut-320.webp", "")
	if resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("the one that is cut off: %s", resp.Status)
	}
}

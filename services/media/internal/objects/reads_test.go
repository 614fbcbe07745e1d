package objects

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/objects/objectstest"
)

// newReadServer serves objects of an S3 store that records how they are read.
func newReadServer(t *testing.T, hidden Hidden, all map[string][]byte) (testServer, *objectstest.Store) {
	t.Helper()
	store := objectstest.New(t)
	b, err := Open(t.Context(), store.Address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	for name, p := range all {
		if err := b.Put(t.Context(), name, "image/webp", p); err != nil {
			t.Fatal(err)
		}
	}
	served := Served{Prefixes: []string{"memes/"}, Names: regexp.MustCompile("."), Hidden: hidden, Purged: true,
		CacheControl: func(string) string { return CacheHour },
		Public:       func(_ context.Context, name string) (bool, error) { return !strings.Contains(name, "private"), nil },
		Small:        func(name string) bool { return strings.HasSuffix(name, ".webp") }}
	s := testServer{bucket: b, server: httptest.NewServer(Handler(testkit.DiscardLog(),
		func(mux *http.ServeMux) { b.Mount(mux, testkit.DiscardLog(), served) }))}
	t.Cleanup(s.server.Close)
	return s, store
}

// Verifies CDN-8.
func TestStoreSendsNoMoreThanIsServed(t *testing.T) {
	const name = "memes/a.png"
	whole := make([]byte, 300_000)
	_, _ = rand.Read(whole)
	s, store := newReadServer(t, fakeHidden{id: uuid.New()}, map[string][]byte{name: whole})
	for what, c := range map[string]struct {
		header []string
		status int
		body   []byte
		reads  []string
	}{
		"the whole":           {nil, 200, whole, []string{"GET"}},
		"what the client has": {[]string{"If-None-Match", `"` + name + `"`}, 304, nil, []string{"HEAD"}},
		"a range":             {[]string{"Range", "bytes=10-99"}, 206, whole[10:100], []string{"HEAD", "GET bytes=10-99"}},
		"from a byte on": {[]string{"Range", "bytes=299990-"}, 206, whole[299_990:],
			[]string{"HEAD", "GET bytes=299990-299999"}},
		"the last bytes": {[]string{"Range", "bytes=-5"}, 206, whole[299_995:],
			[]string{"HEAD", "GET bytes=299995-299999"}},
		"behind the end": {[]string{"Range", "bytes=300000-"}, 416, nil, []string{"HEAD"}},
		"a range of another version": {[]string{"Range", "bytes=0-9", "If-Range", `"another"`}, 200, whole,
			[]string{"HEAD", "GET bytes=0-9", "GET bytes=10-299999"}},
	} {
		store.Reads()
		resp, body := s.get(t, name, c.header...)
		if resp.StatusCode != c.status || c.body != nil && !bytes.Equal(body, c.body) {
			t.Errorf("%s: %s, %d bytes", what, resp.Status, len(body))
		}
		if got := store.Reads(); !slices.Equal(got, c.reads) {
			t.Errorf("%s: the store is asked %q, not %q", what, got, c.reads)
		}
	}
	resp, body := s.get(t, name, "Range", "bytes=0-9,200000-200019")
	if resp.StatusCode != 206 || !bytes.Contains(body, whole[:10]) || !bytes.Contains(body, whole[200_000:200_020]) {
		t.Errorf("two ranges: %s", resp.Status)
	}
	if got := store.Reads(); !slices.Equal(got, []string{"HEAD", "GET bytes=0-9", "GET bytes=200000-200019"}) {
		t.Errorf("two ranges: %q", got)
	}
	head, err := http.Head(s.server.URL + "/media/" + name)
	if err != nil || head.ContentLength != int64(len(whole)) {
		t.Errorf("HEAD: %v, %v", head.ContentLength, err)
	}
	head.Body.Close()
	if got := store.Reads(); !slices.Equal(got, []string{"HEAD"}) {
		t.Errorf("HEAD: %q", got)
	}
	if resp, _ := s.get(t, "memes/none.png", "Range", "bytes=0-9"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("a range of nothing: %s", resp.Status)
	}
}

// Verifies CDN-9.
func TestSmallPublicObjectsAreRemembered(t *testing.T) {
	id := uuid.New()
	name, large, private := "memes/"+id.String()+"-320.webp", "memes/large.webp", "memes/private.webp"
	whole := bytes.Repeat([]byte("picture"), 3000)
	hidden := &changingHidden{}
	s, store := newReadServer(t, hidden,
		map[string][]byte{name: whole, large: make([]byte, maxMemoryObject+1), private: whole})
	read := func(name, access string, header ...string) (int, []byte) {
		resp, body := s.get(t, name, append(header, mediav1.AccessHeader, access)...)
		return resp.StatusCode, body
	}
	began := time.Now()
	for range 3 {
		if status, body := read(name, mediav1.AccessPublic); status != 200 || !bytes.Equal(body, whole) {
			t.Errorf("%d, %d bytes", status, len(body))
		}
	}
	if status, body := read(name, mediav1.AccessPublic, "Range", "bytes=0-6"); status != 206 || string(body) != "picture" {
		t.Errorf("a range: %d %q", status, body)
	}
	if status, _ := read(name, mediav1.AccessPublic, "If-None-Match", `"`+name+`"`); status != 304 {
		t.Errorf("again: %d", status)
	}
	if got := store.Reads(); len(got) > 2 && time.Since(began) < memoryAge {
		t.Errorf("remembered, but the store is asked %q", got)
	}
	hidden.set(id)
	if status, _ := read(name, mediav1.AccessPublic); status != http.StatusGone {
		t.Errorf("hidden: %d", status)
	}
	hidden.set(uuid.Nil)
	store.Reads()
	for name, access := range map[string]string{private: mediav1.AccessOwner, large: mediav1.AccessPublic} {
		for range 2 {
			if status, _ := read(name, access); status != 200 {
				t.Errorf("%s: %d", name, status)
			}
		}
	}
	if got := store.Reads(); len(got) < 4 {
		t.Errorf("what is private or large is remembered: %q", got)
	}
	if status, _ := read(private, mediav1.AccessPublic); status != http.StatusNotFound {
		t.Errorf("private: %d", status)
	}
	if err := s.bucket.Delete(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	if status, _ := read(name, mediav1.AccessPublic); status != http.StatusNotFound {
		t.Errorf("deleted here: %d", status)
	}
}

// What another process deletes is remembered for a second at most.
// Verifies CDN-9.
func TestMemoryIsForgotten(t *testing.T) {
	const name = "memes/a.webp"
	s, _ := newReadServer(t, fakeHidden{id: uuid.New()}, map[string][]byte{name: []byte("bytes")})
	status := func() int {
		resp, _ := s.get(t, name, mediav1.AccessHeader, mediav1.AccessPublic)
		return resp.StatusCode
	}
	if got := status(); got != http.StatusOK {
		t.Fatal(got)
	}
	if err := s.bucket.bucket.Delete(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	testkit.EventuallyWithin(t, 2*memoryAge, "a deleted object is not served any more",
		func() bool { return status() == http.StatusNotFound })
}

// Verifies CDN-13.
func TestSharedCachesKeepNothingThatWasOpenedSlowly(t *testing.T) {
	id := uuid.New()
	small, large := "memes/"+id.String()+"-320.webp", "memes/"+id.String()+".png"
	hidden := &changingHidden{}
	s, store := newReadServer(t, hidden, map[string][]byte{small: []byte("bytes"), large: []byte("bytes")})
	var now atomic.Int64
	s.bucket.memory.now = func() time.Time { return time.Unix(0, now.Load()) }
	for _, c := range []struct {
		what        string
		onRead      func()
		status      int
		shared, key string
	}{
		{"it is hidden meanwhile", func() { hidden.set(id) }, http.StatusGone, sharedGone, id.String()},
		{"slow", func() { now.Add(int64(maxOpening)) }, http.StatusOK, sharedNever, ""},
		{"fast", func() {}, http.StatusOK, sharedPurged, id.String()},
	} {
		store.OnRead(c.onRead)
		for _, request := range [][]string{{small}, {large}, {large, "Range", "bytes=0-1"}} {
			hidden.set(uuid.Nil)
			s.bucket.memory.objects.Invalidate(small)
			resp, _ := s.get(t, request[0], append(request[1:], mediav1.AccessHeader, mediav1.AccessPublic)...)
			status := resp.StatusCode
			if status == http.StatusPartialContent {
				status = http.StatusOK
			}
			got, key := resp.Header.Get("CDN-Cache-Control"), resp.Header.Get("Surrogate-Key")
			if status != c.status || got != c.shared || key != c.key {
				t.Errorf("%s, %q: %s, %q, %q", c.what, request, resp.Status, got, key)
			}
		}
	}
}

// Verifies CDN-13.
func TestOldReadsAreNotShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var reads atomic.Int64
		m := newMemory(func(context.Context, string) ([]byte, error) {
			reads.Add(1)
			time.Sleep(3 * memoryAge)
			return []byte("bytes"), nil
		})
		defer m.objects.StopAllGoroutines()
		var all sync.WaitGroup
		for i, want := range []int64{1, 1, 2} {
			all.Go(func() {
				if _, err := m.read(t.Context(), "a"); err != nil {
					t.Error(err)
				}
			})
			if synctest.Wait(); reads.Load() != want {
				t.Errorf("client %d: %d reads, not %d", i, reads.Load(), want)
			}
			time.Sleep(memoryAge * 2 / 3)
		}
		all.Wait()
	})
}

// changingHidden is what is hidden at the moment.
type changingHidden struct {
	mu sync.Mutex
	id uuid.UUID
}

func (h *changingHidden) set(id uuid.UUID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.id = id
}

func (h *changingHidden) Current() bool { return true }

func (h *changingHidden) Has(_ context.Context, name string) (bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	id, _ := ID(name)
	return h.id != uuid.Nil && id == h.id, nil
}

// The first of several clients leaves; the others get what was being read for it.
// Verifies CDN-9.
func TestConcurrentReadsShareOneRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // a remembered read is not forgotten meanwhile
		var reads int
		began, letGo := make(chan struct{}), make(chan struct{})
		m := newMemory(func(ctx context.Context, name string) ([]byte, error) {
			reads++
			close(began)
			select {
			case <-letGo:
				return []byte(name), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
		defer m.objects.StopAllGoroutines()
		first, leave := context.WithCancel(t.Context())
		left := make(chan error)
		go func() { _, err := m.read(first, "a"); left <- err }()
		<-began
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("who leaves still waits: %v", err)
		}
		var others sync.WaitGroup
		waiting := make(chan struct{}, 5)
		for range 5 {
			others.Go(func() {
				o, err := m.read(waitingContext{t.Context(), waiting}, "a")
				if err != nil {
					t.Error(err)
					return
				}
				if b, _ := io.ReadAll(o); string(b) != "a" {
					t.Errorf("%q", b)
				}
			})
		}
		for range 5 {
			<-waiting
		}
		close(letGo)
		others.Wait()
		if reads != 1 {
			t.Errorf("read %d times", reads)
		}
	})
}

// waitingContext sends when its end is waited for.
type waitingContext struct {
	context.Context
	waiting chan<- struct{}
}

func (c waitingContext) Done() <-chan struct{} {
	c.waiting <- struct{}{}
	return c.Context.Done()
}

// What was requested before a withdrawal is not served a second after it, however long reading took.
// Verifies CDN-9.
func TestMemoryAgesFromTheBeginningOfReading(t *testing.T) {
	t.Parallel()
	now := time.Now()
	m := newMemory(nil)
	m.now = func() time.Time { return now }
	m.load = func(context.Context, string) ([]byte, error) {
		now = now.Add(memoryAge)
		return []byte("bytes"), nil
	}
	if _, err := m.read(t.Context(), "a"); err != nil {
		t.Error(err)
	}
	if _, ok := m.get("a"); ok {
		t.Error("bytes are remembered that were read too slowly")
	}
}

// BenchmarkReads serves a small copy from a folder and from a store of the S3 protocol in this process,
// remembered and read for each request, and a part of a large object, opened whole and as a range.
func BenchmarkReads(b *testing.B) {
	log.SetOutput(io.Discard) // the store complains about clients that do not want the rest
	b.Cleanup(func() { log.SetOutput(os.Stderr) })
	const small, large = "memes/a.webp", "memes/b.mp4"
	for store, address := range map[string]string{
		"folder": "file://" + b.TempDir() + "?no_tmp_dir=true&metadata=skip", "S3": objectstest.New(b).Address,
	} {
		bucket, err := Open(b.Context(), address)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { bucket.Close() })
		for name, size := range map[string]int{small: 20 << 10, large: 8 << 20} {
			if err := bucket.Put(b.Context(), name, "", make([]byte, size)); err != nil {
				b.Fatal(err)
			}
		}
		m := bucket.memory
		for what, c := range map[string]struct {
			name, span string
			open       func(r *http.Request) (io.ReadSeekCloser, error)
		}{
			"small/remembered": {small, "",
				func(r *http.Request) (io.ReadSeekCloser, error) { return m.read(r.Context(), small) }},
			"small/read": {small, "",
				func(r *http.Request) (io.ReadSeekCloser, error) { return bucket.Read(r.Context(), small) }},
			"range/range": {large, "bytes=0-999",
				func(r *http.Request) (io.ReadSeekCloser, error) { return bucket.openRanged(r, large) }},
			"range/whole": {large, "bytes=0-999",
				func(r *http.Request) (io.ReadSeekCloser, error) { return bucket.Read(r.Context(), large) }},
		} {
			b.Run(store+"/"+what, func(b *testing.B) {
				for b.Loop() {
					r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/media/"+c.name, nil)
					if c.span != "" {
						r.Header.Set("Range", c.span)
					}
					o, err := c.open(r)
					if err != nil {
						b.Fatal(err)
					}
					w := httptest.NewRecorder()
					if Serve(w, r, c.name, CacheHour, o); w.Code >= 300 {
						b.Fatal(w.Code)
					}
					o.Close()
				}
			})
		}
	}
}

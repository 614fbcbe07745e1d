package objects

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// testServer is a bucket with objects of some sizes, and a server of their bytes. None is a real
// picture.
type testServer struct {
	folder string
	bucket *Bucket
	server *httptest.Server
}

func newTestServer(t testing.TB, sizes map[string]int) testServer {
	t.Helper()
	s := testServer{folder: t.TempDir()}
	bucket, err := Open(t.Context(), "file://"+s.folder+"?no_tmp_dir=true&metadata=skip")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bucket.Close() })
	random := rand.NewChaCha8([32]byte{})
	for name, size := range sizes {
		b := make([]byte, size)
		_, _ = random.Read(b) // never fails
		if err := bucket.Put(t.Context(), name, "", b); err != nil {
			t.Fatal(err)
		}
	}
	s.bucket = bucket
	s.server = httptest.NewServer(s.serving(fakeHidden{}, nil))
	t.Cleanup(s.server.Close)
	return s
}

// serving returns a handler of all objects with known suffixes.
func (s testServer) serving(h Hidden, withdrawn func(context.Context, uuid.UUID) (bool, error)) http.Handler {
	served := Served{
		Prefixes:     []string{"memes/", "generated/", "speech/", "videos/"},
		Names:        regexp.MustCompile(`^[a-z]+/[0-9a-f-]{36}[0-9a-z-]*\.(png|webp|mp3|mp4|vtt)$`),
		CacheControl: func(string) string { return CacheHour }, Hidden: h, Withdrawn: withdrawn,
	}
	return Handler(testkit.DiscardLog(), func(mux *http.ServeMux) { s.bucket.Mount(mux, testkit.DiscardLog(), served) })
}

// get requests an object; header is name, value, name, value.
func (s testServer) get(t testing.TB, name string, header ...string) (*http.Response, []byte) {
	t.Helper()
	return testkit.Send(t, http.DefaultClient, "GET", s.server.URL+"/media/"+name, "", header...)
}

// Verifies VIDEO-11.
func TestServeObjects(t *testing.T) {
	t.Parallel()
	meme, pfp := "memes/"+uuid.NewString()+".png", "generated/"+uuid.NewString()+"-320.webp"
	sound, lines, film := "speech/"+uuid.NewString()+".mp3", "speech/"+uuid.NewString()+".vtt", "videos/"+
		uuid.NewString()+".mp4"
	s := newTestServer(t, map[string]int{meme: 100_000, pfp: 10_000, sound: 20_000, lines: 5000, film: 150_000})
	for name, want := range map[string]struct {
		size int
		kind string
	}{
		meme:  {100_000, "image/png"},
		pfp:   {10_000, "image/webp"},
		sound: {20_000, "audio/mpeg"},
		lines: {5000, "text/vtt; charset=utf-8"},
		film:  {150_000, "video/mp4"},
	} {
		resp, whole := s.get(t, name)
		h := resp.Header
		if resp.StatusCode != 200 || len(whole) != want.size || resp.ContentLength != int64(want.size) ||
			h.Get("Content-Type") != want.kind ||
			h.Get("Cache-Control") != CacheHour || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Content-Security-Policy") != "sandbox" ||
			h.Get("Content-Disposition") != "inline" || h.Get("Accept-Ranges") != "bytes" || len(resp.Cookies()) != 0 {
			t.Errorf("%s: %s, %d bytes, %v", name, resp.Status, len(whole), h)
		}
		for span, part := range map[string][]byte{
			"bytes=0-0": whole[:1], "bytes=5-99": whole[5:100], "bytes=-7": whole[len(whole)-7:],
			fmt.Sprintf("bytes=%d-", want.size-1): whole[want.size-1:],
		} {
			resp, got := s.get(t, name, "Range", span)
			if resp.StatusCode != http.StatusPartialContent || !bytes.Equal(got, part) ||
				resp.Header.Get("Content-Type") != want.kind {
				t.Errorf("%s %s: %s, %d bytes, %v", name, span, resp.Status, len(got), resp.Header)
			}
		}
		if resp, _ := s.get(t, name, "Range",
			"bytes=200000-"); resp.StatusCode != http.StatusRequestedRangeNotSatisfiable {
			t.Errorf("behind the end: %s", resp.Status)
		}
		if resp, got := s.get(t, name, "If-None-Match", h.Get("ETag")); resp.StatusCode != http.StatusNotModified ||
			len(got) != 0 {
			t.Errorf("%s again: %s", name, resp.Status)
		}
		if resp, got := s.get(t, name, "Range", "bytes=0-9", "If-Range", `"another"`); resp.StatusCode != 200 ||
			len(got) != want.size {
			t.Errorf("a part of another version: %s, %d bytes", resp.Status, len(got))
		}
	}
}

// fakeHidden is what is hidden, or an error.
type fakeHidden struct {
	id  uuid.UUID
	err error
	old bool // it is not current
}

func (h fakeHidden) Current() bool { return !h.old }

func (h fakeHidden) Has(_ context.Context, objectName string) (bool, error) {
	id, _ := ID(objectName)
	return id == h.id, h.err
}

// Verifies SORT-3.
func TestHiddenObjectsAreGoneInEveryForm(t *testing.T) {
	t.Parallel()
	id := uuid.New()
	forms := []string{"memes/" + id.String() + ".png", "memes/" + id.String() + "-640.webp", "generated/" +
		id.String() + ".png"}
	other := "memes/" + uuid.NewString() + ".png"
	s := newTestServer(t, map[string]int{forms[0]: 9, forms[1]: 9, forms[2]: 9, other: 9})
	_, tag := s.get(t, forms[0])
	for _, c := range []struct {
		hidden           fakeHidden
		forms, otherwise int
	}{{fakeHidden{id: id}, http.StatusGone, http.StatusOK}, {fakeHidden{err: errors.New("unknown")}, 503, 503}} {
		s.server.Config.Handler = s.serving(c.hidden, nil)
		for _, name := range forms {
			resp, got := s.get(t, name, "If-None-Match", `"`+name+`"`)
			if resp.StatusCode != c.forms || resp.Header.Get("Cache-Control") != "no-store" ||
				bytes.Contains(got, tag) {
				t.Errorf("%s: %s %v", name, resp.Status, resp.Header)
			}
		}
		if resp, _ := s.get(t, other); resp.StatusCode != c.otherwise {
			t.Errorf("another picture: %s", resp.Status)
		}
	}
}

// Verifies CDN-1, CDN-2, CDN-5.
func TestSharedCacheHeaders(t *testing.T) {
	t.Parallel()
	id, gone := uuid.New(), uuid.New()
	names := []string{"memes/" + id.String() + "-320.webp", "videos/" + id.String() + ".mp4",
		"memes/" + gone.String() + ".png"}
	s := newTestServer(t, map[string]int{names[0]: 9, names[1]: 9, names[2]: 9})
	const long = "max-age=31536000"
	key := id.String()
	for name, c := range map[string]struct {
		object, access          string
		purged, old, private    bool
		control, shared, marked string
	}{
		"a picture":                     {names[0], mediav1.AccessPublic, true, false, false, CacheHour, long, key},
		"a shared video":                {names[1], mediav1.AccessPublic, true, false, false, CachePrivate, long, key},
		"a picture without purges":      {names[0], mediav1.AccessPublic, false, false, false, CacheHour, "max-age=60", ""},
		"a video without purges":        {names[1], mediav1.AccessPublic, false, false, false, CachePrivate, "", ""},
		"the owner's":                   {names[1], mediav1.AccessOwner, true, false, true, CacheNever, "", ""},
		"a gateway of the last release": {names[1], "", true, false, true, CachePrivate, "", ""},
		"a private object":              {names[1], mediav1.AccessPublic, true, false, true, "no-store", "", ""},
		"an unknown object": {"memes/" + uuid.NewString() + ".png", mediav1.AccessPublic, true, false, false,
			"no-store", "", ""},
		"a hidden picture":              {names[2], mediav1.AccessPublic, true, false, false, "no-store", "max-age=10", gone.String()},
		"without the database":          {names[0], mediav1.AccessPublic, true, true, false, CacheHour, "no-store", ""},
		"without it and without purges": {names[0], mediav1.AccessPublic, false, true, false, CacheHour, "no-store", ""},
	} {
		t.Run(name, func(t *testing.T) {
			served := Served{Prefixes: []string{"memes/", "videos/"}, Names: regexp.MustCompile("."), Purged: c.purged,
				Hidden: fakeHidden{id: gone, old: c.old},
				Public: func(context.Context, string) (bool, error) { return !c.private, nil },
				CacheControl: func(name string) string {
					return map[bool]string{true: CacheHour, false: CachePrivate}[strings.HasPrefix(name, "memes/")]
				}}
			s.server.Config.Handler = Handler(testkit.DiscardLog(),
				func(mux *http.ServeMux) { s.bucket.Mount(mux, testkit.DiscardLog(), served) })
			resp, _ := s.get(t, c.object, mediav1.AccessHeader, c.access)
			got := [4]string{resp.Header.Get("Cache-Control"), resp.Header.Get("CDN-Cache-Control"),
				resp.Header.Get("Surrogate-Key"), resp.Header.Get("Cache-Tag")}
			if want := [4]string{c.control, c.shared, c.marked, c.marked}; got != want {
				t.Errorf("%s: %q, not %q", resp.Status, got, want)
			}
		})
	}
}

// slowWithdrawals is a database that reports no picture as withdrawn, once it is released.
type slowWithdrawals struct{ requested, letGo chan struct{} }

func (s slowWithdrawals) find(context.Context, uuid.UUID) (bool, error) {
	s.requested <- struct{}{}
	<-s.letGo
	return false, nil
}

// Verifies CDN-10.
func TestConcurrentMissingObjectLookupsAreLimited(t *testing.T) {
	t.Parallel()
	past := slowWithdrawals{make(chan struct{}, maxConcurrentLookups+1), make(chan struct{})}
	s := newTestServer(t, nil)
	s.server.Config.Handler = s.serving(fakeHidden{}, past.find)
	status := func(id string) int { resp, _ := s.get(t, "memes/"+id+".png"); return resp.StatusCode }
	var all sync.WaitGroup
	ids := []string{uuid.NewString(), uuid.NewString()}
	for _, id := range ids {
		all.Go(func() {
			if got := status(id); got != http.StatusNotFound {
				t.Errorf("within the bound: %d", got)
			}
		})
		<-past.requested
	}
	for _, id := range ids {
		all.Go(func() {
			if got := status(id); got != http.StatusNotFound {
				t.Errorf("an object that is being looked up: %d", got)
			}
		})
	}
	if got := status(uuid.NewString()); got != http.StatusServiceUnavailable {
		t.Errorf("one that has waited for its turn: %d", got)
	}
	all.Go(func() {
		if got := status(uuid.NewString()); got != http.StatusNotFound {
			t.Errorf("one whose turn comes in time: %d", got)
		}
	})
	close(past.letGo)
	all.Wait()
}

// Verifies CDN-10.
func TestWaitingMissingObjectLookupsAreLimited(t *testing.T) {
	t.Parallel()
	past := slowWithdrawals{make(chan struct{}, maxConcurrentLookups+maxWaitingLookups), make(chan struct{})}
	l := NewLookups(past.find, maxConcurrentLookups, maxWaitingLookups, time.Minute)
	var all sync.WaitGroup
	errs := make(chan error, maxConcurrentLookups+maxWaitingLookups+1)
	for range cap(errs) {
		all.Go(func() {
			_, err := l.Find(t.Context(), uuid.New())
			errs <- err
		})
	}
	if err := <-errs; !errors.Is(err, errBusy) {
		t.Errorf("one too many: %v", err)
	}
	close(past.letGo)
	all.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
}

// BenchmarkServeObject serves a picture of each size over a connection, and compares with the
// standard library's file server on the same file.
func BenchmarkServeObject(b *testing.B) {
	for kind, size := range map[string]int{"20 kB": 20 << 10, "1 MB": 1 << 20} {
		name := "memes/" + uuid.NewString() + ".png"
		s := newTestServer(b, map[string]int{name: size})
		files := httptest.NewServer(http.FileServer(http.Dir(s.folder)))
		b.Cleanup(files.Close)
		for server, address := range map[string]string{"ours": s.server.URL + "/media/" + name,
			"file server": files.URL + "/" + filepath.ToSlash(name)} {
			b.Run(kind+"/"+server, func(b *testing.B) {
				b.SetBytes(int64(size))
				buffer := make([]byte, 64<<10)
				for b.Loop() {
					resp, err := http.Get(address)
					if err != nil {
						b.Fatal(err)
					}
					n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, resp.Body, buffer)
					if resp.Body.Close(); err != nil || n != int64(size) {
						b.Fatal(n, err)
					}
				}
			})
		}
	}
}

// http.ServeContent leaves a goroutine behind that reads several ranges, when a client leaves early.
func TestClosedObjectIsReadNoMore(t *testing.T) {
	t.Parallel()
	name := "videos/" + uuid.NewString() + ".mp4"
	s := newTestServer(t, map[string]int{name: 8 << 20})
	for range 20 {
		r := httptest.NewRequest(http.MethodGet, "/", nil).WithContext(t.Context())
		r.Header.Set("Range", "bytes=0-4000000,5000000-")
		object, err := s.bucket.openRanged(r, name)
		if err != nil {
			t.Fatal(err)
		}
		began, read := make(chan struct{}), make(chan error)
		go func() {
			_, err := object.Read(make([]byte, 1))
			close(began)
			for err == nil {
				_, err = object.Seek(rand.Int64N(4<<20), io.SeekStart)
				if err == nil {
					_, err = object.Read(make([]byte, 1<<10))
				}
			}
			read <- err
		}()
		<-began
		if err := object.Close(); err != nil {
			t.Error(err)
		}
		if err := <-read; !errors.Is(err, context.Canceled) || object.part != nil {
			t.Fatalf("it was read until %v, and the store sends: %t", err, object.part != nil)
		}
	}
}

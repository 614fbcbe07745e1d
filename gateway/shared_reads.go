package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"mcwick.example/platform/fault"
)

const (
	// sharedInterval is from when a read begins until the next of the same begins, at least: at 5,000 requests a
	// second it answers ten of them.
	sharedInterval = 2 * time.Millisecond
	// maxSharedWait is how long a read waits for the one before it. One that takes longer holds up no other.
	maxSharedWait = 20 * time.Millisecond
	// maxSharedBytes is that of an answer that several requests may share. Small copies have less.
	maxSharedBytes = 256 << 10
	// maxSharedTag is more than any entity tag of media's, in characters.
	maxSharedTag = 128
	// sharedTimeout limits a read that several clients wait for.
	sharedTimeout = 10 * time.Second
)

// sharedReads has one request to media answer all that wait for the same small copy of a public picture. A
// read answers those alone that came before it began: those that come meanwhile form the next one. So
// no client gets what media would not have answered them, and nothing is kept.
type sharedReads struct {
	media   http.Handler
	mu      sync.Mutex
	forming map[sharedKey]*sharedRead // wait for the read before them
	running map[sharedKey]*sharedRead // the last one that began
}

// sharedKey is all of a shared request that media reads.
type sharedKey struct{ path, tag string }

// sharedRead is a read and, once it is done, its answer.
type sharedRead struct {
	recording // never changed
	began     time.Time
	done      chan struct{}
}

func shareReads(media http.Handler) *sharedReads {
	return &sharedReads{media: media, forming: map[sharedKey]*sharedRead{}, running: map[sharedKey]*sharedRead{}}
}

// ServeHTTP implements http.Handler.
func (s *sharedReads) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key, ok := sharedKeyOf(r)
	if !ok {
		s.media.ServeHTTP(w, r)
		return
	}
	read := s.join(key, r)
	select {
	case <-read.done:
	case <-r.Context().Done():
		writeProblem(r.Context(), w, r.Context().Err())
		return
	}
	switch {
	case read.isLarge:
		s.media.ServeHTTP(w, r)
	case read.status >= http.StatusInternalServerError:
		writeProblem(r.Context(), w, fault.ErrUnavailable)
	default:
		read.answer(w)
	}
}

// sharedKeyOf returns the key of a request, and false for one that is answered alone: media has another
// answer to it than to others, or a large one.
func sharedKeyOf(r *http.Request) (key sharedKey, ok bool) {
	if r.Method != http.MethodGet || r.URL.RawQuery != "" || r.URL.RawPath != "" || !strings.HasSuffix(r.URL.Path, ".webp") {
		return key, false
	}
	for _, name := range []string{"Range", "If-Range", "If-Match", "If-Modified-Since", "If-Unmodified-Since"} {
		if len(r.Header[name]) > 0 {
			return key, false
		}
	}
	key.path = r.URL.Path
	switch tags := r.Header["If-None-Match"]; {
	case len(tags) == 1 && len(tags[0]) <= maxSharedTag:
		key.tag = tags[0]
	case len(tags) > 0:
		return key, false
	}
	return key, true
}

// join returns the read that answers a request: the next one, which has not begun.
func (s *sharedReads) join(key sharedKey, r *http.Request) *sharedRead {
	s.mu.Lock()
	defer s.mu.Unlock()
	if read := s.forming[key]; read != nil {
		return read
	}
	read, before := &sharedRead{done: make(chan struct{}), recording: recording{status: http.StatusOK,
		header: http.Header{}, most: maxSharedBytes}}, s.running[key]
	if before == nil {
		read.began = time.Now()
		s.running[key] = read
	} else {
		s.forming[key] = read
	}
	// The first of them may leave; the others still wait.
	alone := newSharedRead(context.WithoutCancel(r.Context()), r, &url.URL{Path: key.path})
	if key.tag != "" {
		alone.Header.Set("If-None-Match", key.tag)
	}
	go s.run(key, read, before, alone)
	return read
}

// run reads when the read before has ended, or takes long, and not too soon after it.
func (s *sharedReads) run(key sharedKey, read, before *sharedRead, r *http.Request) {
	if before != nil {
		select {
		case <-before.done:
		case <-time.After(maxSharedWait):
		}
		time.Sleep(sharedInterval - time.Since(before.began))
		s.mu.Lock()
		delete(s.forming, key)
		read.began = time.Now()
		s.running[key] = read
		s.mu.Unlock()
	}
	ctx, cancel := context.WithTimeout(r.Context(), sharedTimeout)
	read.record(s.media, r.WithContext(ctx))
	cancel()
	s.mu.Lock()
	if s.running[key] == read {
		delete(s.running, key)
	}
	s.mu.Unlock()
	close(read.done)
}

// answer writes the answer to one of those who wait.
func (a *sharedRead) answer(w http.ResponseWriter) {
	h := w.Header()
	for name, values := range a.header {
		h[name] = append(h[name], values...)
	}
	a.send(w)
}

// Package objectstest provides tests with an object store that records how it is read, and whose calls can be
// made to fail.
package objectstest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Store is a server of the S3 protocol, so that the whole client is under test.
type Store struct {
	Address string // the URL of its bucket, as in BLOB_URL

	mu      sync.Mutex
	reads   []string
	onRead  func()
	deletes func(w http.ResponseWriter, r *http.Request, serve http.Handler)
	refuses string          // see RefuseFirst
	refused map[string]bool // by method and path
}

// New starts a store with a bucket, which ends with the test.
func New(t testing.TB) *Store {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("candles"); err != nil {
		t.Fatal(err)
	}
	s := &Store{onRead: func() {}}
	s.Delete()
	serve := gofakes3.New(backend).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodDelete {
			if s.isRefused(r) {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			s.record(r)()
			serve.ServeHTTP(w, r)
			return
		}
		s.mu.Lock()
		deletes := s.deletes
		s.mu.Unlock()
		deletes(w, r, serve)
	}))
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "id")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	s.Address = "s3://candles?region=us-east-1&use_path_style=true&endpoint=" + server.URL
	return s
}

// Reads returns how objects were read since the last call, such as "HEAD" or "GET bytes=0-9".
func (s *Store) Reads() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	reads := s.reads
	s.reads = nil
	return reads
}

// OnRead makes the store call f before it answers a read.
func (s *Store) OnRead(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onRead = f
}

// record records a read and returns what to call before it is answered.
func (s *Store) record(r *http.Request) (onRead func()) {
	if r.Method == http.MethodPut {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads = append(s.reads, strings.TrimSpace(r.Method+" "+r.Header.Get("Range")))
	return s.onRead
}

// RefuseFirst makes the first write of each object whose path contains part fail, and its first read.
func (s *Store) RefuseFirst(part string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuses, s.refused = part, make(map[string]bool)
}

func (s *Store) isRefused(r *http.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	call := r.Method + " " + r.URL.Path
	if s.refuses == "" || !strings.Contains(r.URL.Path, s.refuses) || s.refused[call] {
		return false
	}
	s.refused[call] = true
	return true
}

// Delete makes deletions work.
func (s *Store) Delete() {
	s.set(func(w http.ResponseWriter, r *http.Request, serve http.Handler) { serve.ServeHTTP(w, r) })
}

// RefuseDeletes makes deletions fail: the store responds that it is read-only.
func (s *Store) RefuseDeletes() {
	s.set(func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { w.WriteHeader(http.StatusForbidden) })
}

// HangDeletes makes deletions hang for as long as their client waits.
func (s *Store) HangDeletes() {
	s.set(func(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() })
}

func (s *Store) set(deletes func(w http.ResponseWriter, r *http.Request, serve http.Handler)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deletes = deletes
}

// Package hidden caches what is not public any more though its bytes exist. Handlers that serve
// bytes check it in memory, so that objects need no database.
package hidden

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
)

// Interval is how often a process loads what others have hidden or restored: all must know within
// two seconds. Loading 10,000 subjects takes some 10 ms.
const Interval = time.Second

// MaxAge is how old what a process knows may be for shared caches to keep its answers: purges rely on
// it.
const MaxAge = 3 * time.Second

// readTimeout limits one read of the database.
const readTimeout = 2 * time.Second

// Set is the set of hidden subjects. It takes some 100 bytes for each.
type Set struct {
	load       func(ctx context.Context) ([]string, error)
	subject    func(name string) string
	subjects   atomic.Pointer[map[string]struct{}] // nil before the first load; a map in here is never changed
	loaded     atomic.Pointer[time.Time]           // when the last load began
	refreshing singleflight.Group
	mu         sync.Mutex // a running load must not undo a change of this process
}

// New returns a set that is not loaded yet. find returns what is hidden for all processes, by the
// names of objects or by subjects; subject returns the subject of an object or of a subject.
func New(find func(ctx context.Context) ([]string, error), subject func(name string) string) *Set {
	return &Set{load: find, subject: subject}
}

// Either combines the results of several find functions.
func Either(finds ...func(ctx context.Context) ([]string, error)) func(ctx context.Context) ([]string, error) {
	return func(ctx context.Context) (all []string, err error) {
		for _, find := range finds {
			found, err := find(ctx)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
		return all, nil
	}
}

// Refresh loads the set from the database.
func (h *Set) Refresh(ctx context.Context) error {
	_, err, _ := h.refreshing.Do("", func() (any, error) {
		// The first caller may leave; the others still wait.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTimeout)
		defer cancel()
		h.mu.Lock()
		defer h.mu.Unlock()
		began := time.Now()
		found, err := h.load(ctx)
		if err != nil {
			return nil, err
		}
		subjects := make(map[string]struct{}, len(found))
		for _, name := range found {
			subjects[h.subject(name)] = struct{}{}
		}
		h.subjects.Store(&subjects)
		h.loaded.Store(&began)
		return nil, nil
	})
	return err
}

// Has reports whether an object is hidden. Before the first load it loads the set, and fails with
// the database.
func (h *Set) Has(ctx context.Context, objectName string) (bool, error) {
	if h.subjects.Load() == nil {
		if err := h.Refresh(ctx); err != nil {
			return false, err
		}
	}
	_, yes := (*h.subjects.Load())[h.subject(objectName)]
	return yes, nil
}

// Current reports whether the set has everything that was hidden MaxAge ago.
func (h *Set) Current() bool {
	loaded := h.loaded.Load()
	return loaded != nil && time.Since(*loaded) < MaxAge
}

// Mark records what this process has just hidden or restored, by its id or its objects. Before the
// first load there is nothing to record.
func (h *Set) Mark(hidden bool, names ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.subjects.Load()
	if before == nil {
		return
	}
	subjects := maps.Clone(*before)
	for _, name := range names {
		if delete(subjects, h.subject(name)); hidden {
			subjects[h.subject(name)] = struct{}{}
		}
	}
	h.subjects.Store(&subjects)
}

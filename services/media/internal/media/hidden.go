package media

import (
	"context"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
)

// HiddenEvery is how often a process learns what others have hidden or restored.
const HiddenEvery = 5 * time.Second

// readHidden bounds one look into the database.
const readHidden = 2 * time.Second

// Hidden knows what is not public any more though its bytes are there: publications that others than their visitor have hidden, whose bytes
// stay, because they may be restored; and what was withdrawn or removed, until its bytes are deleted. Whoever serves bytes asks here: from
// memory, so that pictures need no database. It takes some 100 bytes for each of them.
type Hidden struct {
	store    HiddenStore
	subjects atomic.Pointer[map[string]struct{}] // nil before the first look; a map in here is never changed
	looking  singleflight.Group
	changing sync.Mutex // a look that is under way must not undo a change of ours
}

// HiddenStore knows it for all processes.
type HiddenStore interface {
	// Hidden gives every publication that others than its visitor have hidden, by its id, and every object that was public and is to be
	// deleted, by its name.
	Hidden(ctx context.Context) ([]string, error)
}

// NewHidden makes one that has not looked yet.
func NewHidden(store HiddenStore) *Hidden { return &Hidden{store: store} }

// subjectOf is what an object is hidden as: its id, so that a picture is in every form. The sound of a speech has the id of its subtitles,
// and stays when those are hidden; so these are their names.
func subjectOf(name string) string {
	if id, ok := ObjectID(name); ok && !strings.HasPrefix(name, "speech/") {
		return id.String()
	}
	return name
}

// Refresh looks into the database.
func (h *Hidden) Refresh(ctx context.Context) error {
	_, err, _ := h.looking.Do("", func() (any, error) {
		// The first caller may leave; the others still wait.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readHidden)
		defer cancel()
		h.changing.Lock()
		defer h.changing.Unlock()
		found, err := h.store.Hidden(ctx)
		if err != nil {
			return nil, err
		}
		subjects := make(map[string]struct{}, len(found))
		for _, name := range found {
			subjects[subjectOf(name)] = struct{}{}
		}
		h.subjects.Store(&subjects)
		return nil, nil
	})
	return err
}

// Has reports whether an object is hidden. Before the first look it looks, and fails with the database.
func (h *Hidden) Has(ctx context.Context, objectName string) (bool, error) {
	if h.subjects.Load() == nil {
		if err := h.Refresh(ctx); err != nil {
			return false, err
		}
	}
	_, yes := (*h.subjects.Load())[subjectOf(objectName)]
	return yes, nil
}

// set notes what this process has just hidden or restored, by its id or its objects. Before the first look there is nothing to note.
func (h *Hidden) set(hidden bool, names ...string) {
	h.changing.Lock()
	defer h.changing.Unlock()
	before := h.subjects.Load()
	if before == nil {
		return
	}
	subjects := maps.Clone(*before)
	for _, name := range names {
		if delete(subjects, subjectOf(name)); hidden {
			subjects[subjectOf(name)] = struct{}{}
		}
	}
	h.subjects.Store(&subjects)
}

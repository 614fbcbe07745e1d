package media

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/singleflight"
)

// HiddenEvery is how often a process learns what others have hidden or restored.
const HiddenEvery = 5 * time.Second

// readHidden bounds one look into the database.
const readHidden = 2 * time.Second

// Hidden knows which publications were hidden by others than their visitor. Their bytes stay, because they may be restored,
// so whoever serves bytes asks here: from memory, so that pictures need no database. It takes some 50 bytes for each of them.
type Hidden struct {
	store    Store
	ids      atomic.Pointer[map[uuid.UUID]struct{}] // nil before the first look; a map in here is never changed
	looking  singleflight.Group
	changing sync.Mutex // a look that is under way must not undo a change of ours
}

// NewHidden makes one that has not looked yet.
func NewHidden(store Store) *Hidden { return &Hidden{store: store} }

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
		ids := make(map[uuid.UUID]struct{}, len(found))
		for _, id := range found {
			ids[id] = struct{}{}
		}
		h.ids.Store(&ids)
		return nil, nil
	})
	return err
}

// Has reports whether a publication is hidden. Before the first look it looks, and fails with the database.
func (h *Hidden) Has(ctx context.Context, publication uuid.UUID) (bool, error) {
	if h.ids.Load() == nil {
		if err := h.Refresh(ctx); err != nil {
			return false, err
		}
	}
	_, yes := (*h.ids.Load())[publication]
	return yes, nil
}

// set notes what this process has just hidden or restored. Before the first look there is nothing to note.
func (h *Hidden) set(publication uuid.UUID, hidden bool) {
	h.changing.Lock()
	defer h.changing.Unlock()
	before := h.ids.Load()
	if before == nil {
		return
	}
	ids := maps.Clone(*before)
	if delete(ids, publication); hidden {
		ids[publication] = struct{}{}
	}
	h.ids.Store(&ids)
}

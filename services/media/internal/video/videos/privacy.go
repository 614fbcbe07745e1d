package videos

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"mcwick.example/services/media/internal/objects"
)

// The limits of what a process knows of shared videos, and of how it finds out. Any client may ask
// for videos that never existed, and sharing needs the same connections.
const (
	maxKnownShared       = 100_000 // 16 bytes each
	maxConcurrentLookups = 8
)

// Privacy tells which speech and videos everybody may see: what belongs to a shared video. A video
// that is known to be shared is known without the database; it never becomes private again, and a
// removed one is hidden.
type Privacy struct {
	store   VideoReader
	lookups singleflight.Group // by id
	slots   *semaphore.Weighted

	mu     sync.RWMutex
	shared map[uuid.UUID]struct{}
}

// VideoReader is the database as Privacy needs it.
type VideoReader interface {
	// Video returns a succeeded video, or ErrVideoNotFound.
	Video(ctx context.Context, id uuid.UUID) (Video, error)
}

// NewPrivacy returns the privacy of speech and videos.
func NewPrivacy(store VideoReader) *Privacy {
	return &Privacy{store: store, slots: semaphore.NewWeighted(maxConcurrentLookups),
		shared: make(map[uuid.UUID]struct{})}
}

// IsPublic reports whether everybody may see an object. It fails with the database for a video that
// is not known.
func (v *Privacy) IsPublic(ctx context.Context, name string) (bool, error) {
	id, ok := videoID(name)
	if !ok || v.isKnown(id) {
		return ok, nil
	}
	found, err := v.lookUp(ctx, id)
	if errors.Is(err, ErrVideoNotFound) {
		return false, nil
	}
	if err != nil || found.Shared == nil {
		return false, err
	}
	v.remember(id)
	return true, nil
}

// FormerName returns where the subtitles of a video are that a former release made; other objects
// have one name.
func (v *Privacy) FormerName(ctx context.Context, name string) (string, error) {
	id, ok := videoID(name)
	if !ok || !strings.HasSuffix(name, ".vtt") {
		return "", objects.ErrNotFound
	}
	found, err := v.lookUp(ctx, id)
	if errors.Is(err, ErrVideoNotFound) {
		return "", objects.ErrNotFound
	}
	return found.formerCaptionsName(), err
}

// videoID returns the video that an object belongs to.
func videoID(name string) (uuid.UUID, bool) {
	if !strings.HasPrefix(name, "videos/") {
		return uuid.UUID{}, false
	}
	return objects.ID(name)
}

// Subject returns the video that an object belongs to, and any other name as it is.
func Subject(name string) string {
	if id, ok := videoID(name); ok {
		return id.String()
	}
	return name
}

// lookUp reads a video once for all who ask at the same time, few videos at a time.
func (v *Privacy) lookUp(ctx context.Context, id uuid.UUID) (Video, error) {
	found := v.lookups.DoChan(id.String(), func() (any, error) {
		ctx := context.WithoutCancel(ctx) // the first one may leave; the others still wait
		ctx, cancel := context.WithTimeout(ctx, objects.LookupTimeout)
		defer cancel()
		if err := v.slots.Acquire(ctx, 1); err != nil {
			return Video{}, err
		}
		defer v.slots.Release(1)
		return v.store.Video(ctx, id)
	})
	select {
	case r := <-found:
		return r.Val.(Video), r.Err
	case <-ctx.Done():
		return Video{}, ctx.Err()
	}
}

func (v *Privacy) isKnown(id uuid.UUID) bool {
	v.mu.RLock()
	defer v.mu.RUnlock()
	_, known := v.shared[id]
	return known
}

// remember keeps a shared video in mind; any other one makes room for it.
func (v *Privacy) remember(id uuid.UUID) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for other := range v.shared {
		if len(v.shared) < maxKnownShared {
			break
		}
		delete(v.shared, other)
	}
	v.shared[id] = struct{}{}
}

package videos

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/google/uuid"

	"mcwick.example/services/media/internal/objects"
)

// The limits of what a process knows of shared videos, and of how it finds out. Any client may ask
// for videos that never existed, and sharing needs the same connections.
const (
	maxKnownShared       = 100_000 // 16 bytes each
	maxConcurrentLookups = 8
	maxWaitingLookups    = 1_000_000 // these wait in requests anyway
)

// Privacy tells which speech and videos everybody may see: what belongs to a shared video. A video
// that is known to be shared is known without the database; it never becomes private again, and a
// removed one is hidden.
type Privacy struct {
	lookups *objects.Lookups[Video]

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
	return &Privacy{shared: make(map[uuid.UUID]struct{}),
		lookups: objects.NewLookups(store.Video, maxConcurrentLookups, maxWaitingLookups, objects.LookupTimeout)}
}

// IsPublic reports whether everybody may see an object. It fails with the database for a video that
// is not known.
func (v *Privacy) IsPublic(ctx context.Context, name string) (bool, error) {
	id, ok := videoID(name)
	if !ok || v.isKnown(id) {
		return ok, nil
	}
	found, err := v.lookups.Find(ctx, id)
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
	found, err := v.lookups.Find(ctx, id)
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

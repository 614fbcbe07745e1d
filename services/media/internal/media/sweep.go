package media

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/google/uuid"
)

// The bounds of sweeping. Whoever stores bytes writes their row within a minute or not at all.
const (
	SweepEvery = time.Minute
	sweepGrace = time.Hour
	sweepPage  = 1000 // objects a pass looks at
)

// Sweeper removes bytes that no row leads to: of a process that died between bytes and row, or between
// withdrawing and removing.
type Sweeper struct {
	store   Store
	objects Objects
	now     func() time.Time
	place   []byte // where the next pass begins
}

// NewSweeper makes a sweeper that begins at the first object.
func NewSweeper(store Store, objects Objects, now func() time.Time) *Sweeper {
	return &Sweeper{store: store, objects: objects, now: now}
}

// Pass looks at the next objects, at most sweepPage, and removes those without a row that have lain for an
// hour. After the last object it begins anew. What has no name of ours is left alone.
func (s *Sweeper) Pass(ctx context.Context) error {
	found, next, err := s.objects.List(ctx, s.place, sweepPage)
	if err != nil {
		return err
	}
	old := make(map[uuid.UUID][]string)
	for _, o := range found {
		if id, ok := ObjectID(o.Name); ok && s.now().Sub(o.Modified) > sweepGrace {
			old[id] = append(old[id], o.Name)
		}
	}
	kept, err := s.store.Kept(ctx, slices.Collect(maps.Keys(old)))
	if err != nil {
		return err
	}
	for _, id := range kept {
		delete(old, id)
	}
	for _, names := range old {
		for _, name := range names {
			err = errors.Join(err, s.objects.Delete(ctx, name))
		}
	}
	s.place = next // a pass that failed half-way is made up for in the next round
	return err
}

// ObjectID reads the artwork, publication or sound from an object's name: {prefix}/{id}.{type} or {prefix}/{id}-{width}.webp.
func ObjectID(name string) (uuid.UUID, bool) {
	const length = 36
	base := path.Base(name)
	if len(base) < length {
		return uuid.UUID{}, false
	}
	id, err := uuid.Parse(base[:length])
	return id, err == nil
}

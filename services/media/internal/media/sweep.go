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
	sweepPage  = 1000 // objects that are listed at a time
	sweepPages = 20   // in a pass: a round of 30 million objects takes a day
	sweepPass  = 50 * time.Second
)

// sweepCursor is the name of the sweep's place, which is the name of an object.
const sweepCursor = "sweep of objects"

// SweepStore is what sweeping needs of a database.
type SweepStore interface {
	// Kept gives those of the ids that an artwork, a speech, a video, a template in use, or a publication has, unless its
	// visitor withdrew that.
	Kept(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error)
	// Cursor gives where some work is; empty for the beginning.
	Cursor(ctx context.Context, name string) (string, error)
	// MoveCursor moves it, unless somebody else moved it meanwhile.
	MoveCursor(ctx context.Context, name, from, to string) error
}

// Sweeper removes bytes that no row leads to: those of a process that died between bytes and row. What rows gave up is the Deleter's.
type Sweeper struct {
	store   SweepStore
	objects Objects
	now     func() time.Time
}

// NewSweeper makes a sweeper that goes on where any sweeper was last.
func NewSweeper(store SweepStore, objects Objects, now func() time.Time) *Sweeper {
	return &Sweeper{store, objects, now}
}

// Pass looks at the next objects, at most sweepPages of them, and removes those without a row that have lain for an hour. It ends with the
// last object, after which the next pass begins anew. What has no name of ours is left alone, and what could not be removed to the next round.
func (s *Sweeper) Pass(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, sweepPass)
	defer cancel()
	for range sweepPages {
		place, err := s.store.Cursor(ctx, sweepCursor)
		if err != nil {
			return err
		}
		found, more, err := s.objects.List(ctx, place, sweepPage)
		if err != nil {
			return err
		}
		next := ""
		if more = more && len(found) > 0; more { // a last page may be empty
			next = found[len(found)-1].Name
		}
		err = s.sweep(ctx, found)
		if err = errors.Join(err, s.store.MoveCursor(ctx, sweepCursor, place, next)); err != nil || !more {
			return err
		}
	}
	return nil
}

// sweep removes those of the objects that are old and have no row.
func (s *Sweeper) sweep(ctx context.Context, found []Object) error {
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
	orphans := slices.Concat(slices.Collect(maps.Values(old))...)
	_, err = deleteSome(orphans, func(name string) error { return s.objects.Delete(ctx, name) })
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

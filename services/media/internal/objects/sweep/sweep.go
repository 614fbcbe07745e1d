// Package sweep removes bytes that no row leads to: those of a process that died between bytes and row. What rows gave up is for package
// deletion.
package sweep

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"mcwick.example/services/media/internal/objects"
)

// The bounds of sweeping. Whoever stores bytes writes their row within a minute or not at all.
const (
	Interval    = time.Minute
	gracePeriod = time.Hour
	pageSize    = 1000 // objects that are listed at a time
	maxPages    = 20   // in a pass: a round of 30 million objects takes a day
	passTimeout = 50 * time.Second
)

// Owner is the part of the service whose objects are swept.
type Owner struct {
	Name     string   // of the sweep's place in the database
	Prefixes []string // under which only its objects lie, in their order; each ends with a slash
	// Kept returns those of the ids that objects are kept of.
	Existing func(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error)
}

// Bucket is what sweeping needs of an object store.
type Bucket interface {
	List(ctx context.Context, prefix, after string, n int) (found []objects.Object, more bool, err error)
	Delete(ctx context.Context, name string) error
}

// Sweeper sweeps the objects of one owner.
type Sweeper struct {
	owner   Owner
	cursors *Cursors
	bucket  Bucket
	now     func() time.Time
}

// New makes a sweeper that goes on where any sweeper of this owner was last.
func New(owner Owner, cursors *Cursors, bucket Bucket, now func() time.Time) *Sweeper {
	return &Sweeper{owner, cursors, bucket, now}
}

// Pass looks at the next objects, at most so many pages of them, and removes those without a row that have lain for an hour. It ends with the
// last object, after which the next pass begins anew. What has no name of ours is left alone, and what could not be removed to the next round.
func (s *Sweeper) Pass(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, passTimeout)
	defer cancel()
	for range maxPages {
		place, err := s.cursors.get(ctx, s.owner.Name)
		if err != nil {
			return err
		}
		prefix := s.prefixOf(place)
		found, more, err := s.bucket.List(ctx, s.owner.Prefixes[prefix], place, pageSize)
		if err != nil {
			return err
		}
		next := ""
		switch last := len(found) - 1; {
		case more && last >= 0: // a last page may be empty
			next = found[last].Name
		case prefix+1 < len(s.owner.Prefixes):
			next = s.owner.Prefixes[prefix+1]
		}
		err = s.sweep(ctx, found)
		if err = errors.Join(err, s.cursors.set(ctx, s.owner.Name, place, next)); err != nil || next == "" {
			return err
		}
	}
	return nil
}

// prefixOf returns which prefix a place is in; the first one for the beginning.
func (s *Sweeper) prefixOf(place string) int {
	return max(0, slices.IndexFunc(s.owner.Prefixes, func(prefix string) bool { return strings.HasPrefix(place, prefix) }))
}

// sweep removes those of the objects that are old and have no row.
func (s *Sweeper) sweep(ctx context.Context, found []objects.Object) error {
	old := make(map[uuid.UUID][]string)
	for _, o := range found {
		if id, ok := objects.ID(o.Name); ok && s.now().Sub(o.Modified) > gracePeriod {
			old[id] = append(old[id], o.Name)
		}
	}
	kept, err := s.owner.Existing(ctx, slices.Collect(maps.Keys(old)))
	if err != nil {
		return err
	}
	for _, id := range kept {
		delete(old, id)
	}
	_, err = objects.ForEach(slices.Concat(slices.Collect(maps.Values(old))...), func(name string) error { return s.bucket.Delete(ctx, name) })
	return err
}

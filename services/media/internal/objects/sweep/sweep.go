// Package sweep deletes bytes without a row: those of a process that died between storing bytes and
// row. Package deletion deletes what rows gave up.
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

// The limits of sweeping. The row of stored bytes is written within a minute or not at all.
const (
	Interval    = time.Minute
	gracePeriod = time.Hour
	pageSize    = 1000 // objects per page
	maxPages    = 20   // in a pass: a round of 30 million objects takes a day
	passTimeout = 50 * time.Second
)

// Owner is the part of the service whose objects are swept.
type Owner struct {
	Name     string   // of the sweep's cursor in the database
	Prefixes []string // with only its objects, in order; each ends with a slash
	// Existing returns those of the ids whose objects are kept.
	Existing func(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error)
}

// Bucket is the object store as sweeping needs it.
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

	PageSize int // the constant, but for tests
}

// New returns a sweeper that continues at this owner's last cursor.
func New(owner Owner, cursors *Cursors, bucket Bucket, now func() time.Time) *Sweeper {
	return &Sweeper{owner, cursors, bucket, now, pageSize}
}

// Pass checks the next objects, up to a number of pages, and deletes those that have no row and are
// older than an hour. It ends with the last object, after which the next pass starts again. Objects
// with unknown names are left alone, and failed deletions are left to the next round.
func (s *Sweeper) Pass(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, passTimeout)
	defer cancel()
	for range maxPages {
		place, err := s.cursors.get(ctx, s.owner.Name)
		if err != nil {
			return err
		}
		prefix := s.prefixOf(place)
		found, more, err := s.bucket.List(ctx, s.owner.Prefixes[prefix], place, s.PageSize)
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

// prefixOf returns the prefix of a cursor; the first one for the beginning.
func (s *Sweeper) prefixOf(place string) int {
	return max(0, slices.IndexFunc(s.owner.Prefixes,
		func(prefix string) bool { return strings.HasPrefix(place, prefix) }))
}

// sweep deletes those of the objects that are old and have no row.
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
	// Some were public until a restore made their rows unknown.
	if err := s.cursors.addPurges(ctx, slices.Collect(maps.Keys(old))); err != nil {
		return err
	}
	_, err = objects.ForEach(slices.Concat(slices.Collect(maps.Values(old))...),
		func(name string) error { return s.bucket.Delete(ctx, name) })
	return err
}

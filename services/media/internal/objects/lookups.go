package objects

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
)

// The limits of queries for withdrawn objects. Any client may request names that never existed, as
// fast as they like, and publishing needs the same connections.
const (
	maxConcurrentLookups = 2
	maxWaitingLookups    = 64
	lookupWait           = time.Second // for its turn
)

var errBusy = errors.New("too many objects that are not there")

// Lookups runs a few queries at a time, one for all who look for the same id. It returns errBusy when a
// query would wait too long for its turn, and when too many wait already.
type Lookups[T any] struct {
	find    func(ctx context.Context, id uuid.UUID) (T, error)
	wait    time.Duration
	running singleflight.Group  // by id
	slots   *semaphore.Weighted // of queries that run
	places  *semaphore.Weighted // of queries that run or wait
}

// NewLookups returns look-ups that run so many queries at a time while so many wait, each for so long.
func NewLookups[T any](
	find func(ctx context.Context, id uuid.UUID) (T, error), concurrent, waiting int64, wait time.Duration,
) *Lookups[T] {
	return &Lookups[T]{find: find, wait: wait, slots: semaphore.NewWeighted(concurrent),
		places: semaphore.NewWeighted(concurrent + waiting)}
}

// Find runs the query, or waits for one that runs.
func (l *Lookups[T]) Find(ctx context.Context, id uuid.UUID) (found T, err error) {
	result := l.running.DoChan(id.String(), func() (any, error) {
		return l.lookUp(context.WithoutCancel(ctx), id) // the first one may leave; the others still wait
	})
	select {
	case r := <-result:
		return r.Val.(T), r.Err
	case <-ctx.Done():
		return found, ctx.Err()
	}
}

func (l *Lookups[T]) lookUp(ctx context.Context, id uuid.UUID) (found T, err error) {
	if !l.places.TryAcquire(1) {
		return found, errBusy
	}
	defer l.places.Release(1)
	waiting, cancel := context.WithTimeout(ctx, l.wait)
	defer cancel()
	if err := l.slots.Acquire(waiting, 1); err != nil {
		return found, errBusy
	}
	defer l.slots.Release(1)
	ctx, cancel = context.WithTimeout(ctx, LookupTimeout)
	defer cancel()
	return l.find(ctx, id)
}

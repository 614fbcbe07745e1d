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

// limitedWithdrawals runs maxConcurrentLookups queries at a time, one for all who ask for the same object.
// It returns errBusy when a query would wait longer than lookupWait, and when too many wait already.
type limitedWithdrawals struct {
	withdrawals Withdrawals
	lookups     singleflight.Group // by id
	slots       *semaphore.Weighted
	places      *semaphore.Weighted // of queries that run or wait
}

func limitWithdrawals(w Withdrawals) *limitedWithdrawals {
	return &limitedWithdrawals{withdrawals: w, slots: semaphore.NewWeighted(maxConcurrentLookups),
		places: semaphore.NewWeighted(maxConcurrentLookups + maxWaitingLookups)}
}

// Withdrawn implements Withdrawals.
func (l *limitedWithdrawals) Withdrawn(ctx context.Context, id uuid.UUID) (bool, error) {
	found := l.lookups.DoChan(id.String(), func() (any, error) {
		ctx := context.WithoutCancel(ctx) // the first one may leave; the others still wait
		return l.lookUp(ctx, id)
	})
	select {
	case r := <-found:
		return r.Val.(bool), r.Err
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

func (l *limitedWithdrawals) lookUp(ctx context.Context, id uuid.UUID) (bool, error) {
	if !l.places.TryAcquire(1) {
		return false, errBusy
	}
	defer l.places.Release(1)
	waiting, cancel := context.WithTimeout(ctx, lookupWait)
	defer cancel()
	if err := l.slots.Acquire(waiting, 1); err != nil {
		return false, errBusy
	}
	defer l.slots.Release(1)
	ctx, cancel = context.WithTimeout(ctx, LookupTimeout)
	defer cancel()
	return l.withdrawals.Withdrawn(ctx, id)
}

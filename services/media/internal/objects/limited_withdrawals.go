package objects

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// maxConcurrentLookups limits concurrent queries for withdrawn objects. Any client may request
// names that never existed, as fast as they like, and publishing needs the same connections.
const maxConcurrentLookups = 2

var errBusy = errors.New("too many objects that are not there")

// limitedWithdrawals returns errBusy instead of running more than maxConcurrentLookups queries at a
// time.
type limitedWithdrawals struct {
	Withdrawals
	permits chan struct{}
}

// Withdrawn implements Withdrawals.
func (b limitedWithdrawals) Withdrawn(ctx context.Context, id uuid.UUID) (bool, error) {
	select {
	case b.permits <- struct{}{}:
		defer func() { <-b.permits }()
		return b.Withdrawals.Withdrawn(ctx, id)
	default:
		return false, errBusy
	}
}

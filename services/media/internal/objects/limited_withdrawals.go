package objects

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// maxConcurrentLookups is how many questions after withdrawn objects are under way at a time. Any client may ask for what never
// was, as fast as they like, and publishing needs the same connections.
const maxConcurrentLookups = 2

var errBusy = errors.New("too many objects that are not there")

// limitedWithdrawals answers errBusy instead of asking more than maxConcurrentLookups at a time.
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

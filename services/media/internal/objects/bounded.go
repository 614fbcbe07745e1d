package objects

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// maxAsked is how many questions after withdrawn objects are under way at a time. Any client may ask for what never
// was, as fast as they like, and publishing needs the same connections.
const maxAsked = 2

var errBusy = errors.New("too many objects that are not there")

// bounded answers errBusy instead of asking more than maxAsked at a time.
type bounded struct {
	Withdrawals
	permits chan struct{}
}

// Withdrawn implements Withdrawals.
func (b bounded) Withdrawn(ctx context.Context, id uuid.UUID) (bool, error) {
	select {
	case b.permits <- struct{}{}:
		defer func() { <-b.permits }()
		return b.Withdrawals.Withdrawn(ctx, id)
	default:
		return false, errBusy
	}
}

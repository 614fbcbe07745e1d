package media

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// WithdrawInput names a publication.
type WithdrawInput struct {
	PublicationID string
	Caller        Owner
}

// Withdraw takes a publication of the caller's out of the public and gives when that was done first. Its
// bytes are gone when the answer is given: when they could not be removed the call fails, and a repeat
// goes on where it ended. A stranger learns nothing. The artwork below stays its visitor's.
func (s *Service) Withdraw(ctx context.Context, in WithdrawInput) (time.Time, error) {
	id, err := uuid.Parse(in.PublicationID)
	if err != nil {
		return time.Time{}, ErrPublicationNotFound
	}
	objectName, at, err := s.store.Withdraw(ctx, id, in.Caller, s.now())
	if err != nil {
		return time.Time{}, err
	}
	return at, s.discard(ctx, objectName)
}

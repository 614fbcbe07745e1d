package publications

import (
	"context"
	"time"

	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/moderation"
)

// HiddenBy is who hid a publication, other than its visitor; the zero value means none.
type HiddenBy string

// Who may hide a publication.
const (
	HiddenByOperator    HiddenBy = "operator"
	HiddenAutomatically HiddenBy = "reports" // enough reports, or a check after it was published
	HiddenByCheck       HiddenBy = "check"   // its picture is not judged yet
	HiddenByRemoval     HiddenBy = "removed" // an operator, until its bytes are deleted
)

// WithdrawInput identifies a publication.
type WithdrawInput struct {
	PublicationID string
	Caller        moderation.Owner
}

// Withdraw withdraws a publication of the caller's and returns when that was done first. From then
// on its URLs return 410, whether its bytes are deleted at once or, because the store is away,
// later. A hidden publication becomes the visitor's withdrawal, and no operator restores it. Other
// visitors get the same error as for an unknown one. The artwork stays its visitor's for as long as one that
// was never published.
func (s *Service) Withdraw(ctx context.Context, in WithdrawInput) (time.Time, error) {
	id, ok := text.ParseID(in.PublicationID)
	if !ok {
		return time.Time{}, ErrPublicationNotFound
	}
	objectName, at, err := s.store.Withdraw(ctx, id, in.Caller, s.now())
	if err != nil {
		return time.Time{}, err
	}
	s.hidden.Mark(true, objectName)
	s.deleter.DeleteNow(ctx, objectName)
	return at, nil
}

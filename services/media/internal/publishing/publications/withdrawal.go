package publications

import (
	"context"
	"time"

	"mcwick.example/platform/text"
)

// HiddenBy is who took a publication out of the public when it was not its visitor; the zero value is nobody else.
type HiddenBy string

// Who may hide a publication.
const (
	HiddenByOperator HiddenBy = "operator"
	HiddenByReports  HiddenBy = "reports" // as many as it takes, without anybody who runs the place
)

// WithdrawInput names a publication.
type WithdrawInput struct {
	PublicationID string
	Caller        Owner
}

// Withdraw takes a publication of the caller's out of the public and gives when that was done first. From then on its addresses answer
// 410, whether its bytes are deleted at once or, because the store is away, later. What others have hidden is the visitor's withdrawal
// from then on, and nobody restores it. A stranger learns nothing. The artwork below stays its visitor's.
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

package publications

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// MissingPage is what HideMissing found on one page of all publications.
type MissingPage struct {
	Hidden []uuid.UUID
	Last   uuid.UUID // uuid.Nil if the page is empty
}

// HideMissing hides public publications without bytes, on one page of all publications. A restored
// database says that what was withdrawn after the restored moment is public; its bytes were deleted
// then. It is hidden and not withdrawn, because bytes that are found again can be served again.
func (s *Service) HideMissing(ctx context.Context, in ListRecordsInput) (found MissingPage, err error) {
	all, err := s.ListRecords(ctx, in)
	if err != nil {
		return MissingPage{}, err
	}
	for _, p := range all {
		if found.Last = p.ID; p.Withdrawn != nil {
			continue
		}
		exists, err := s.objects.Exists(ctx, p.ObjectName)
		if err != nil {
			return MissingPage{}, err
		}
		if exists {
			continue
		}
		err = s.Hide(ctx, ActInput{PublicationID: p.ID.String(), Note: in.Note})
		switch {
		case errors.Is(err, ErrHidden), errors.Is(err, ErrWithdrawnByOwner): // by another caller meanwhile
		case err != nil:
			return MissingPage{}, err
		default:
			found.Hidden = append(found.Hidden, p.ID)
		}
	}
	return found, nil
}

package publications

import (
	"context"

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
		hidden, err := s.store.HideMissing(ctx, p.ID, in.Note, s.now())
		if err != nil {
			return MissingPage{}, err
		}
		if hidden {
			s.hidden.Mark(true, p.ID.String())
			found.Hidden = append(found.Hidden, p.ID)
		}
	}
	return found, nil
}

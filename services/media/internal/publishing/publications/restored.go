package publications

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"mcwick.example/services/media/internal/objects"
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
	if err != nil || len(all) == 0 {
		return MissingPage{}, err
	}
	found.Last = all[len(all)-1].ID
	public := slices.DeleteFunc(all, func(p PublicationRecord) bool { return p.Withdrawn != nil })
	missing, err := objects.FindMissing(public, in.AfterID == "", errAllMissing,
		func(p PublicationRecord) (bool, error) { return s.objects.Exists(ctx, p.ObjectName) })
	if err != nil {
		return MissingPage{}, err
	}
	for _, p := range missing {
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

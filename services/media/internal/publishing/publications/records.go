package publications

import (
	"context"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
)

// PublicationRecord is a publication as it is now, public or not.
type PublicationRecord struct {
	Publication            // without overlays and intent
	Withdrawn   *time.Time // nil while it is public
	Version     int        // how often it was withdrawn or restored, or FinalVersion
}

// FinalVersion is that of a publication that nothing restores, and whose texts were deleted.
const FinalVersion = 1<<31 - 1

// ListRecordsInput requests one page of all publications, by id.
type ListRecordsInput struct {
	AfterID string // empty for the first page
	Size    int    // 1 to page.MaxSize; 0 for page.DefaultSize
	Note    string // of the operator who republishes them; at most 400 UTF-16 units
}

func (in ListRecordsInput) parse() (after uuid.UUID, size int, err error) {
	after, size, bad := page.ParseByID(in.AfterID, in.Size)
	return after, size, fault.Invalid("LIST_INVALID", bad...)
}

// ListRecords returns one page of all publications.
func (s *Service) ListRecords(ctx context.Context, in ListRecordsInput) ([]PublicationRecord, error) {
	after, size, err := in.parse()
	if err != nil {
		return nil, err
	}
	return s.store.ListRecords(ctx, after, size)
}

// RepublishEvents publishes the events of such a page again.
func (s *Service) RepublishEvents(ctx context.Context, in ListRecordsInput) ([]PublicationRecord, error) {
	after, size, err := in.parse()
	if err != nil {
		return nil, err
	}
	return s.store.Republish(ctx, after, size, in.Note)
}

package gallery

import (
	"context"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
)

// ImageRecord is an image as it is stored, public or withdrawn.
type ImageRecord struct {
	Artwork
	Version   int        // how often it was withdrawn or restored, or FinalVersion
	Withdrawn *time.Time // when it was withdrawn, also after it was restored
	Restored  *time.Time // nil while it is withdrawn
}

// FinalVersion is that of a withdrawal for good: no other is higher. Nothing of the picture's texts is
// kept.
const FinalVersion = 1<<31 - 1

// ListRecordsInput requests one page of all pictures, by id.
type ListRecordsInput struct {
	AfterID string // empty for the first page
	Size    int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// ListRecords returns one page of all pictures.
func (s *Service) ListRecords(ctx context.Context, in ListRecordsInput) ([]ImageRecord, error) {
	after, size, bad := page.ParseByID(in.AfterID, in.Size)
	if err := fault.Invalid("LIST_INVALID", bad...); err != nil {
		return nil, err
	}
	return s.store.ListRecords(ctx, after, size)
}

// RecountLikes sets every count to the number of its likes and returns how many counts it
// corrected; note is the operator's.
func (s *Service) RecountLikes(ctx context.Context, note string) (corrected int, err error) {
	return s.store.RecountLikes(ctx, note)
}

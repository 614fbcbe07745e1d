package gallery

import (
	"context"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
)

// ImageRecord is an image as it is stored, listed or withdrawn.
type ImageRecord struct {
	Artwork
	Version   int        // how often it went or came back
	Withdrawn *time.Time // when it went, also after it came back
	Restored  *time.Time // nil while it is gone
}

// ListRecordsInput asks for one page of all pictures, by their ids.
type ListRecordsInput struct {
	AfterID string // empty for the first page
	Size    int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// ListRecords gives one page of all pictures.
func (s *Service) ListRecords(ctx context.Context, in ListRecordsInput) ([]ImageRecord, error) {
	after, size, bad := page.ParseByID(in.AfterID, in.Size)
	if err := fault.Invalid("LIST_INVALID", bad...); err != nil {
		return nil, err
	}
	return s.store.ListRecords(ctx, after, size)
}

// RecountLikes makes every count the number of its likes and gives how many were changed; note is the operator's.
func (s *Service) RecountLikes(ctx context.Context, note string) (corrected int, err error) {
	return s.store.RecountLikes(ctx, note)
}

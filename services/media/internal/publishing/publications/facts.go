package publications

import (
	"context"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
)

// Standing is a publication as it is now, public or not.
type Standing struct {
	Publication            // without overlays and intent
	Withdrawn   *time.Time // nil while it is public
	Moves       int        // how often it went or came back
}

// FactsInput asks for one page of all publications, by their ids.
type FactsInput struct {
	AfterID string // empty for the first page
	Size    int    // 1 to page.MaxSize; 0 for page.DefaultSize
	Note    string // of who has them published again; at most 400 UTF-16 units
}

func (in FactsInput) parse() (after uuid.UUID, size int, err error) {
	after, size, bad := page.ParseByID(in.AfterID, in.Size)
	return after, size, fault.Invalid("LIST_INVALID", bad...)
}

// ListFacts gives one page of all publications.
func (s *Service) ListFacts(ctx context.Context, in FactsInput) ([]Standing, error) {
	after, size, err := in.parse()
	if err != nil {
		return nil, err
	}
	return s.store.Standing(ctx, after, size)
}

// RepublishFacts has the facts about such a page published again.
func (s *Service) RepublishFacts(ctx context.Context, in FactsInput) ([]Standing, error) {
	after, size, err := in.parse()
	if err != nil {
		return nil, err
	}
	return s.store.Republish(ctx, after, size, in.Note)
}

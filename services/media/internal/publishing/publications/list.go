package publications

import (
	"context"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/services/media/internal/moderation"
)

// ListInput requests one page of the caller's publications.
type ListInput struct {
	Caller moderation.Owner
	After  string // a cursor; empty for the first page
	Size   int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// Page is one page of publications, newest first.
type Page struct {
	Publications []Published
	Next         string // the cursor of the next page; empty on the last one
}

// List returns one page of what the caller published, by the device or by the account, and has not
// withdrawn.
func (s *Service) List(ctx context.Context, in ListInput) (of Page, err error) {
	of.Publications, of.Next, err = page.List(in.After, in.Size, fault.Checks{},
		func(after page.TimeCursor, n int) ([]Published, error) {
			return s.store.PublicationsOf(ctx, in.Caller, after, n)
		},
		func(p Published) page.TimeCursor { return page.TimeCursor{Key: p.Created, ID: p.ID} })
	return of, err
}

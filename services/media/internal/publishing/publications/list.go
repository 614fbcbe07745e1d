package publications

import (
	"context"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
)

// ListInput requests one page of the caller's publications.
type ListInput struct {
	Caller Owner
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
func (s *Service) List(ctx context.Context, in ListInput) (Page, error) {
	after, size, bad := page.Parse[time.Time](in.After, in.Size)
	if err := fault.Invalid("LIST_INVALID", bad...); err != nil {
		return Page{}, err
	}
	found, err := s.store.PublicationsOf(ctx, in.Caller, after, size+1) // one more shows whether a page follows
	if err != nil {
		return Page{}, err
	}
	all, next := page.Paginate(found, size,
		func(p Published) page.TimeCursor { return page.TimeCursor{Key: p.Created, ID: p.ID} })
	return Page{Publications: all, Next: next}, nil
}

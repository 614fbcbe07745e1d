package wall

import (
	"context"

	"mcwick.example/platform/page"
)

// ListWallEntriesInput asks for one page of a wall.
type ListWallEntriesInput struct {
	Wall  Wall
	After string // a cursor; empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// EntryPage is a run of entries, newest first.
type EntryPage struct {
	Entries []Entry
	Next    string // the cursor of the next page; empty on the last one
}

// ListWallEntries gives one page, newest first.
func (s *Service) ListWallEntries(ctx context.Context, in ListWallEntriesInput) (EntryPage, error) {
	var c checks
	c.wall(in.Wall)
	after, size, bad := page.Parse(in.After, in.Size)
	c.fields = append(c.fields, bad...)
	if err := c.err(listInvalid); err != nil {
		return EntryPage{}, err
	}
	found, err := s.store.Entries(ctx, in.Wall, after, size+1) // one more tells whether a page follows
	if err != nil {
		return EntryPage{}, err
	}
	entries, next := page.Cut(found, size, func(e Entry) page.Cursor { return page.Cursor{Created: e.Created, ID: e.ID} })
	return EntryPage{Entries: entries, Next: next}, nil
}

// listInvalid is the reason of every list that is asked for against a rule.
const listInvalid = "LIST_INVALID"

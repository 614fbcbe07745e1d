package wall

import (
	"context"

	"mcwick.example/platform/page"
)

// ListInput requests one page of a list.
type ListInput struct {
	Wall  Wall   // none for both walls, where a list has both
	After string // a cursor; empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// Page is one page of entries, nominations or decisions, newest first.
type Page[T any] struct {
	Items      []T
	NextCursor string // the cursor of the next page; empty on the last one
}

// sortable is an item of a list: each has a position in time.
type sortable interface{ position() page.TimeCursor }

func (e Entry) position() page.TimeCursor      { return page.TimeCursor{Key: e.Created, ID: e.ID} }
func (n Nomination) position() page.TimeCursor { return page.TimeCursor{Key: n.Created, ID: n.ID} }
func (d Decision) position() page.TimeCursor   { return page.TimeCursor{Key: d.Created, ID: d.ID} }

// list returns one page of what find returns, unless the input is invalid or c has an error.
func list[T sortable](
	in ListInput, c checks, find func(after page.TimeCursor, n int) ([]T, error),
) (of Page[T], err error) {
	of.Items, of.NextCursor, err = page.List(in.After, in.Size, c.Checks.Checks, find, T.position)
	return of, err
}

// ListWallEntries returns one page of a wall, newest first.
func (s *Service) ListWallEntries(ctx context.Context, in ListInput) (Page[Entry], error) {
	var c checks
	c.wall(in.Wall)
	return list(in, c, func(after page.TimeCursor, n int) ([]Entry, error) {
		return s.store.Entries(ctx, in.Wall, after, n)
	})
}

// ListNominations returns one page of open nominations, for one wall or both, newest first.
func (s *Service) ListNominations(ctx context.Context, in ListInput) (Page[Nomination], error) {
	return list(in, checks{}, func(after page.TimeCursor, n int) ([]Nomination, error) {
		return s.store.Nominations(ctx, in.Wall, after, n)
	})
}

// ListDecisions returns one page of operators' decisions, newest first.
func (s *Service) ListDecisions(ctx context.Context, in ListInput) (Page[Decision], error) {
	return list(in, checks{}, func(after page.TimeCursor, n int) ([]Decision, error) {
		return s.store.Decisions(ctx, after, n)
	})
}

package gallery

import (
	"cmp"
	"context"
	"fmt"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
)

// Sort is the order of a list.
type Sort string

// The orders of a list.
const (
	SortNewest   Sort = "newest"
	SortDay      Sort = "day"  // the most liked of the last 24 hours
	SortWeek     Sort = "week" // the most liked of the last 7 days
	SortTop      Sort = "top"  // the most liked
	SortTrending Sort = "trending"
)

// sorts are all orders.
var sorts = map[Sort]bool{SortNewest: true, SortDay: true, SortWeek: true, SortTop: true, SortTrending: true}

// The limits of a list's filters: of texts in UTF-16 units, and how many words of a query are used.
const (
	maxStyle = 50
	maxQuery = 100
	maxWords = 8
)

// Filter says which pictures a list has.
type Filter struct {
	Type   Type     // empty for all
	Style  string   // empty for all
	Words  []string // each is the beginning of a word of the picture; none for all
	Handle string   // of the author; empty for all
}

// ListImagesInput requests one page.
type ListImagesInput struct {
	Type   string // empty for memes, or with a handle for all types
	After  string // a cursor; empty for the first page
	Size   int    // 1 to page.MaxSize; 0 for page.DefaultSize
	Sort   string // empty for the newest first, which is the order with a query or a handle
	Style  string // empty for all
	Query  string // empty for all
	Handle string // empty for all
}

// Page is one page of pictures.
type Page struct {
	Images []Image
	Next   string // the cursor of the next page; empty on the last one
}

// RankedImage is a picture with what a list orders it by.
type RankedImage struct {
	Image
	Rank int64
}

// parse returns the filter and the order, or every invalid field.
func (in ListImagesInput) parse() (f Filter, by Sort, c fault.Checks) {
	add := func(name, message string) {
		if message != "" {
			c.Reject(name, message)
		}
	}
	var known bool
	if f.Type, known = ParseType(in.Type); !known {
		if in.Type != "" {
			add("type", "The type must be meme, pfp, art or video.")
		} else if in.Handle == "" {
			f.Type = TypeMeme
		}
	}
	by = cmp.Or(Sort(in.Sort), SortNewest)
	if !sorts[by] {
		add("sort", "The sort must be newest, day, week, top or trending.")
	}
	f.Style = in.Style
	add("style", describeLine(in.Style, maxStyle))
	add("query", describeLine(in.Query, maxQuery))
	f.Words = Words(in.Query)
	f.Words = f.Words[:min(len(f.Words), maxWords)]
	if in.Handle != "" {
		if f.Handle, known = text.ParseHandle(in.Handle); !known {
			add("handle", "That is no handle, broh.")
		}
	}
	if f.Handle != "" || !text.IsBlank(in.Query) {
		by = SortNewest
	}
	return f, by, c
}

// describeLine is the sentence about a text that is not one plain line of at most so many units;
// empty for one that is.
func describeLine(s string, most int) string {
	if !text.IsSingleLine(s) {
		return text.OneLineMessage
	}
	return text.DescribeProblem(s, most, fmt.Sprintf("Keep it to %d characters, broh.", most))
}

// ListImages returns one page in the order of the request.
func (s *Service) ListImages(ctx context.Context, in ListImagesInput) (of Page, err error) {
	f, by, c := in.parse()
	if by == SortNewest {
		of.Images, of.Next, err = page.List(in.After, in.Size, c, func(after page.TimeCursor, n int) ([]Image, error) {
			if len(f.Words) == 0 && !text.IsBlank(in.Query) {
				return nil, nil // nothing but punctuation
			}
			return s.store.ListNewest(ctx, f, after, n)
		}, func(i Image) page.TimeCursor { return page.TimeCursor{Key: i.Created, ID: i.ID} })
		return of, err
	}
	ranked, next, err := page.List(in.After, in.Size, c,
		func(after page.CountCursor, n int) ([]RankedImage, error) {
			return s.store.ListRanked(ctx, f, by, after, n)
		},
		func(i RankedImage) page.CountCursor { return page.CountCursor{Key: i.Rank, ID: i.ID} })
	for _, r := range ranked {
		of.Images = append(of.Images, r.Image)
	}
	of.Next = next
	return of, err
}

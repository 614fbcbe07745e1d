package gallery

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
)

// Store is the database as the use cases need it.
type Store interface {
	// ListImages returns up to n pictures of a type after the cursor, newest first.
	ListImages(ctx context.Context, t Type, after page.TimeCursor, n int) ([]Image, error)
	// Image returns one public picture, or ErrNotFound.
	Image(ctx context.Context, id uuid.UUID) (Image, error)
	// Like records the like unless it exists and returns the picture's count, this like included;
	// or ErrNotFound, or ErrBusy.
	Like(ctx context.Context, image uuid.UUID, by Identity) (likes int, err error)
	// LikedImages returns those of the pictures that the device or the account likes, in any order,
	// each once.
	LikedImages(ctx context.Context, images []uuid.UUID, by Identity) ([]LikedImage, error)
	// SettleDevice counts the deferred likes of the device and its account, and returns how many.
	SettleDevice(ctx context.Context, by Identity) (counted int, err error)
	// HasEarlyLike reports whether the device liked a picture before there were standings.
	HasEarlyLike(ctx context.Context, visitor string) (bool, error)
	// ListRecords returns up to n pictures after an id, public or not, by id.
	ListRecords(ctx context.Context, after uuid.UUID, n int) ([]ImageRecord, error)
	// RecountLikes sets every count to the number of its likes, together with the audit record, and
	// returns how many counts it corrected.
	RecountLikes(ctx context.Context, note string) (corrected int, err error)
}

// Service has the use cases of the gallery.
type Service struct{ store Store }

// NewService returns the use cases on a store.
func NewService(store Store) *Service { return &Service{store} }

// ListImagesInput requests one page.
type ListImagesInput struct {
	Type  string // empty for memes
	After string // a cursor; empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// Page is one page of pictures, newest first.
type Page struct {
	Images []Image
	Next   string // the cursor of the next page; empty on the last one
}

// parse returns the type, cursor and size of the page, or an error that lists every invalid field.
func (in ListImagesInput) parse() (t Type, after page.TimeCursor, size int, err error) {
	var bad []fault.Field
	t, known := ParseType(cmp.Or(in.Type, string(TypeMeme)))
	if !known {
		bad = append(bad, fault.Field{Name: "type", Message: "The type must be meme, pfp or art."})
	}
	after, size, more := page.Parse[time.Time](in.After, in.Size)
	return t, after, size, fault.Invalid("LIST_INVALID", append(bad, more...)...)
}

// ListImages returns one page, newest first.
func (s *Service) ListImages(ctx context.Context, in ListImagesInput) (Page, error) {
	t, after, size, err := in.parse()
	if err != nil {
		return Page{}, err
	}
	found, err := s.store.ListImages(ctx, t, after, size+1) // one more shows whether a page follows
	if err != nil {
		return Page{}, err
	}
	images, next := page.Paginate(found, size,
		func(i Image) page.TimeCursor { return page.TimeCursor{Key: i.Created, ID: i.ID} })
	return Page{Images: images, Next: next}, nil
}

// GetImage returns one public picture. An id that is not a UUID is not found.
func (s *Service) GetImage(ctx context.Context, imageID string) (Image, error) {
	id, ok := text.ParseID(imageID)
	if !ok {
		return Image{}, ErrNotFound
	}
	return s.store.Image(ctx, id)
}

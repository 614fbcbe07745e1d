package gallery

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
)

// Store is what the use cases need of a database.
type Store interface {
	// Newest gives up to n pictures of a type behind the cursor, newest first.
	Newest(ctx context.Context, t Type, after *Cursor, n int) ([]Image, error)
	// Image gives one picture that is shown, or ErrNotFound.
	Image(ctx context.Context, id uuid.UUID) (Image, error)
	// Like records the like unless it is there and gives the picture's count; or ErrNotFound, or ErrBusy.
	Like(ctx context.Context, image uuid.UUID, visitor string) (likes int, err error)
	// Liked gives those of the pictures that the visitor likes, in any order.
	Liked(ctx context.Context, images []uuid.UUID, visitor string) ([]uuid.UUID, error)
}

// Service is the use cases of the gallery.
type Service struct{ store Store }

// NewService makes the use cases on a store.
func NewService(store Store) *Service { return &Service{store} }

// ListInput asks for one page.
type ListInput struct {
	Type  string // empty for memes
	After string // a cursor; empty for the first page
	Size  int    // 0 for the default
}

// List gives one page, newest first.
func (s *Service) List(ctx context.Context, in ListInput) (Page, error) {
	t := TypeMeme
	if in.Type != "" {
		var err error
		if t, err = ParseType(in.Type); err != nil {
			return Page{}, err
		}
	}
	after, err := ParseCursor(in.After)
	if err != nil {
		return Page{}, err
	}
	size := in.Size
	if size == 0 {
		size = DefaultPageSize
	}
	if size < 1 || size > MaxPageSize {
		return Page{}, errPageSize
	}
	images, err := s.store.Newest(ctx, t, after, size+1) // one more tells whether a page follows
	if err != nil {
		return Page{}, err
	}
	page := Page{Images: images}
	if len(images) > size {
		page.Images = images[:size]
		last := page.Images[size-1]
		page.Next = &Cursor{Created: last.Created, ID: last.ID}
	}
	return page, nil
}

// Get gives one picture that is shown; no picture has an id that is no UUID.
func (s *Service) Get(ctx context.Context, imageID string) (Image, error) {
	id, err := uuid.Parse(imageID)
	if err != nil {
		return Image{}, ErrNotFound
	}
	return s.store.Image(ctx, id)
}

// Like records that a visitor likes a picture and gives its count. A second like changes nothing.
func (s *Service) Like(ctx context.Context, in LikeInput) (likes int, err error) {
	id, err := in.picture()
	if err != nil {
		return 0, err
	}
	return s.store.Like(ctx, id, in.Visitor)
}

// LikedInput asks what of these pictures a visitor likes.
type LikedInput struct {
	ImageIDs []string // 1 to MaxPageSize
	Visitor  string
}

// Validate reports every bad id.
func (in LikedInput) Validate() error {
	if n := len(in.ImageIDs); n < 1 || n > MaxPageSize {
		return fault.Invalid("IMAGE_IDS_INVALID", fault.Field{Name: "ids", Message: fmt.Sprintf("Ask about 1 to %d pictures at a time.", MaxPageSize)})
	}
	var bad []fault.Field
	for i, id := range in.ImageIDs {
		if uuid.Validate(id) != nil {
			bad = append(bad, fault.Field{Name: fmt.Sprintf("ids[%d]", i), Message: "That is no picture's id, broh."})
		}
	}
	return fault.Invalid("IMAGE_IDS_INVALID", bad...)
}

// Liked gives those of the pictures that a visitor likes, in any order. Pictures that are not there are
// liked by nobody.
func (s *Service) Liked(ctx context.Context, in LikedInput) ([]uuid.UUID, error) {
	if err := in.Validate(); err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(in.ImageIDs))
	for i, id := range in.ImageIDs {
		ids[i] = uuid.MustParse(id)
	}
	return s.store.Liked(ctx, ids, in.Visitor)
}

package gallery

import (
	"context"

	"github.com/google/uuid"
)

// Store is what the use cases need of a database.
type Store interface {
	// Newest gives up to n pictures of a type behind the cursor, newest first.
	Newest(ctx context.Context, t Type, after *Cursor, n int) ([]Image, error)
	// Like records the like unless it is there and gives the picture's count, or ErrNotFound.
	Like(ctx context.Context, image uuid.UUID, visitor string) (likes int, err error)
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

// LikeInput says who likes what.
type LikeInput struct {
	ImageID string
	Visitor string
}

// Like records that a visitor likes a picture and gives its count. A second like changes nothing.
func (s *Service) Like(ctx context.Context, in LikeInput) (likes int, err error) {
	id, err := uuid.Parse(in.ImageID)
	if err != nil {
		return 0, ErrNotFound
	}
	return s.store.Like(ctx, id, in.Visitor)
}

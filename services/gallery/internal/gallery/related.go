package gallery

import (
	"context"

	"github.com/google/uuid"

	"mcwick.example/platform/text"
)

// How many pictures belong beside a picture.
const (
	MaxRemixes = 12
	MaxAlike   = 6 // of its author, and of its style
)

// Related are the pictures that belong beside a picture, all of them public.
type Related struct {
	Newer, Older uuid.UUID // its neighbors of the same type; uuid.Nil for none
	Parent       *Image
	ParentGone   bool // it has a parent, which is not public
	Remixes      []Image
	GoneRemixes  int // how many remixes are not public
	ByHandle     []Image
	InStyle      []Image
}

// GetRelated returns what belongs beside a public picture.
func (s *Service) GetRelated(ctx context.Context, imageID string) (Related, error) {
	id, ok := text.ParseID(imageID)
	if !ok {
		return Related{}, ErrNotFound
	}
	return s.store.Related(ctx, id)
}

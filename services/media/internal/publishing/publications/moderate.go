package publications

import (
	"context"
	"errors"

	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/objects"
)

// ShowInput identifies a publication for an operator.
type ShowInput struct {
	PublicationID string
	Small         bool // the widest variant, and the original when there is none
}

// ShownPicture is a form of a publication's picture.
type ShownPicture struct {
	ContentType string
	Bytes       []byte
}

// Show returns a publication's picture, also while it is hidden.
func (s *Service) Show(ctx context.Context, in ShowInput) (ShownPicture, error) {
	id, ok := text.ParseID(in.PublicationID)
	if !ok {
		return ShownPicture{}, ErrNoPublication
	}
	name, err := s.store.Object(ctx, id)
	if err != nil {
		return ShownPicture{}, err
	}
	if in.Small {
		variants := variantsOf(name)
		b, err := s.objects.Get(ctx, variants[len(variants)-1].ObjectName)
		if !errors.Is(err, objects.ErrNotFound) {
			return ShownPicture{"image/webp", b}, err
		}
	}
	b, err := s.objects.Get(ctx, name)
	return ShownPicture{"image/png", b}, err
}

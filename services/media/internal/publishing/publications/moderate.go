package publications

import (
	"context"

	"mcwick.example/platform/text"
)

// ShowInput identifies a publication for an operator.
type ShowInput struct{ PublicationID string }

// Show returns a publication's picture as a PNG, also while it is hidden.
func (s *Service) Show(ctx context.Context, in ShowInput) ([]byte, error) {
	id, ok := text.ParseID(in.PublicationID)
	if !ok {
		return nil, ErrNoPublication
	}
	name, err := s.store.Object(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.objects.Get(ctx, name)
}

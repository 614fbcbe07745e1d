package publications

import "context"

// GetPublisherHistory reports whether a device published a picture before devices had a standing.
func (s *Service) GetPublisherHistory(ctx context.Context, visitor string) (hasEarlyPublication bool, err error) {
	return s.store.HasEarlyPublication(ctx, visitor)
}

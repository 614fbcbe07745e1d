package publications

import "context"

// PublisherHistory is what is known of a device from before devices had a standing.
type PublisherHistory struct {
	HasEarlyPublication bool
}

// GetPublisherHistory returns the history of a device.
func (s *Service) GetPublisherHistory(ctx context.Context, visitor string) (PublisherHistory, error) {
	early, err := s.store.HasEarlyPublication(ctx, visitor)
	return PublisherHistory{HasEarlyPublication: early}, err
}

package gallery

import "context"

// SettleDevice counts the deferred likes of a device that became settled, and of its account. It
// returns how many.
func (s *Service) SettleDevice(ctx context.Context, by Identity) (counted int, err error) {
	return s.store.SettleDevice(ctx, by)
}

// GetDeviceHistory reports whether a device liked something before devices had a standing.
func (s *Service) GetDeviceHistory(ctx context.Context, visitor string) (hasEarlyLike bool, err error) {
	return s.store.HasEarlyLike(ctx, visitor)
}

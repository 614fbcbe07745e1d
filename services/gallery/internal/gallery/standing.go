package gallery

import "context"

// SettleDevice counts the deferred likes of a device that became settled, and of its account. It
// returns how many.
func (s *Service) SettleDevice(ctx context.Context, by Identity) (counted int, err error) {
	return s.store.SettleDevice(ctx, by)
}

// DeviceHistory is what is known of a device from before devices had a standing.
type DeviceHistory struct {
	HasEarlyLike bool
}

// GetDeviceHistory returns the history of a device.
func (s *Service) GetDeviceHistory(ctx context.Context, visitor string) (DeviceHistory, error) {
	early, err := s.store.HasEarlyLike(ctx, visitor)
	return DeviceHistory{HasEarlyLike: early}, err
}

package policy

import (
	"context"
	"time"
)

// SetLockdownInput is an operator's act.
type SetLockdownInput struct {
	On     bool
	Length time.Duration // of one that begins
	Reason string
}

// SetLockdown begins, changes or ends the lockdown, and returns the present one, or nil.
func (s *Service) SetLockdown(ctx context.Context, in SetLockdownInput) (*Lockdown, error) {
	if !in.On {
		return nil, s.store.EndLockdown(ctx, in.Reason)
	}
	var c checks
	c.length(in.Length)
	reason := c.reason(in.Reason)
	if err := c.Err("LOCKDOWN_INVALID"); err != nil {
		return nil, err
	}
	return s.store.BeginLockdown(ctx, in.Length, reason)
}

// Lockdown returns the present lockdown, or nil.
func (s *Service) Lockdown(ctx context.Context, _ struct{}) (*Lockdown, error) {
	return s.store.Lockdown(ctx)
}

package identity

import (
	"context"
	"strings"
	"time"
)

// Profile is what an account shows of itself.
type Profile struct {
	Handle  string    // begins with '@'
	Created time.Time // when its first key was registered, to the day
}

// ProfileChange is what changes of the profile of an account.
type ProfileChange struct {
	Handle    string // empty: as it is
	IsPrivate *bool  // nil: as it is
}

// UpdateProfileInput has what changes of the profile, at least one of both.
type UpdateProfileInput struct {
	Session   SessionID
	Handle    string // empty: as it is
	IsPrivate *bool  // nil: as it is
}

// UpdateProfile changes the profile of the session's user. It needs a proven session.
func (s *Service) UpdateProfile(ctx context.Context, in UpdateProfileInput) (Session, error) {
	to := ProfileChange{IsPrivate: in.IsPrivate}
	if in.Handle != "" || in.IsPrivate == nil {
		var err error
		if to.Handle, err = ParseHandle(in.Handle); err != nil {
			return Session{}, err
		}
	}
	session, err := s.provenSession(ctx, in.Session)
	if err != nil {
		return Session{}, err
	}
	// A handle that the account has is not checked again: pages of the last release send it with the visibility.
	if to.Handle != "" && !strings.EqualFold(to.Handle, session.User.Handle) {
		if err := s.checkHandle(ctx, to.Handle); err != nil {
			return Session{}, err
		}
	}
	session.User, err = s.store.UpdateProfile(ctx, session, to)
	return session, err
}

// GetProfile returns the public profile of a handle. A private one is not found, as a handle that no
// account has.
func (s *Service) GetProfile(ctx context.Context, handle string) (Profile, error) {
	handle, err := ParseHandle(handle)
	if err != nil {
		return Profile{}, err
	}
	return s.store.Profile(ctx, handle)
}

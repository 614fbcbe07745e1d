package identity

import (
	"context"
	"time"
)

// Profile is what an account shows of itself.
type Profile struct {
	Handle  string    // begins with '@'
	Created time.Time // when its first key was registered, to the day
}

// ProfileChange is the new profile of an account.
type ProfileChange struct {
	Handle    string
	IsPrivate *bool // nil: as it is
}

// UpdateProfileInput has the new profile.
type UpdateProfileInput struct {
	Session   SessionID
	Handle    string
	IsPrivate *bool // nil: as it is
}

// UpdateProfile changes the profile of the session's user. It needs a proven session.
func (s *Service) UpdateProfile(ctx context.Context, in UpdateProfileInput) (Session, error) {
	handle, err := ParseHandle(in.Handle)
	if err != nil {
		return Session{}, err
	}
	session, err := s.provenSession(ctx, in.Session)
	if err != nil {
		return Session{}, err
	}
	if err := s.checkHandle(ctx, handle); err != nil {
		return Session{}, err
	}
	session.User, err = s.store.UpdateProfile(ctx, session, ProfileChange{Handle: handle, IsPrivate: in.IsPrivate})
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

package identity

import "context"

// GetCurrentSession returns the session of the browser; the zero Session when there is none.
func (s *Service) GetCurrentSession(ctx context.Context, id SessionID) (Session, error) {
	if id == "" {
		return Session{}, nil
	}
	return s.store.Session(ctx, id)
}

// DeleteCurrentSession ends the session of the browser.
func (s *Service) DeleteCurrentSession(ctx context.Context, id SessionID) error {
	if id == "" {
		return nil
	}
	return s.store.LogOut(ctx, id)
}

// DeleteSessions ends all sessions of the account. It needs a proven session.
func (s *Service) DeleteSessions(ctx context.Context, id SessionID) error {
	session, err := s.provenSession(ctx, id)
	if err != nil {
		return err
	}
	return s.store.LogOutEverywhere(ctx, session)
}

func (s *Service) provenSession(ctx context.Context, id SessionID) (Session, error) {
	session, err := s.GetCurrentSession(ctx, id)
	if err == nil && session.Assurance != Proven {
		err = ErrNotProven
	}
	return session, err
}

// RequestEarlyAccess stores a handle. A known handle succeeds like any other.
func (s *Service) RequestEarlyAccess(ctx context.Context, handle string) error {
	handle, err := ParseHandle(handle)
	if err != nil {
		return err
	}
	if err := s.checkHandle(ctx, handle); err != nil {
		return err
	}
	return s.store.NoteEarlyAccess(ctx, handle)
}

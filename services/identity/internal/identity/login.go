package identity

import "context"

// CreateSessionInput names a key, and proves it unless the proof is empty.
type CreateSessionInput struct {
	PublicKey string
	Proof
	Browser
}

// CreateSession logs in: proven with a signed challenge, claimed without one.
func (s *Service) CreateSession(ctx context.Context, in CreateSessionInput) (Session, error) {
	key, err := ParsePublicKey(in.PublicKey)
	if err != nil {
		return Session{}, err
	}
	if in.Proof == (Proof{}) && !s.allowClaims {
		return Session{}, errClaimsOff
	}
	user, err := s.store.User(ctx, key)
	if err != nil {
		return Session{}, err
	}
	login, used := in.login(Claimed), Challenge{}
	if in.Proof != (Proof{}) {
		login.Assurance = Proven
		used, err = s.redeem(ctx, purpose{ActionLogin, key, in.Visitor}, in.Nonce,
			Statement{VerifyKey: user.VerifyKey}, signature{user.VerifyKey, in.Signature})
		if err != nil {
			return Session{}, err
		}
	}
	if err := s.store.LogIn(ctx, used, user, login); err != nil {
		return Session{}, err
	}
	return Session{ID: login.Session, User: user, Assurance: login.Assurance}, nil
}

package identity

import (
	"context"
	"errors"
	"time"
)

// CreateSessionInput names a key, and proves it unless the proof is empty.
type CreateSessionInput struct {
	PublicKey string // for a claim, or its SHA-256
	Proof
	// RememberedSince is since when the browser has kept the key; nil when it was typed for this login.
	RememberedSince *time.Time
	Client
}

// CreateSession logs in: proven with a signed challenge, claimed without one.
func (s *Service) CreateSession(ctx context.Context, in CreateSessionInput) (Session, error) {
	if in.Proof == (Proof{}) && !s.allowClaims {
		return Session{}, errClaimsOff
	}
	user, err := s.findUser(ctx, in)
	if err != nil {
		return Session{}, err
	}
	login, used := in.login(Claimed), Challenge{}
	if in.Proof != (Proof{}) {
		login.Assurance, login.RememberedSince = Proven, in.RememberedSince
		used, err = s.redeem(ctx, purpose{ActionLogin, user.PublicKey, in.Visitor}, in.Nonce,
			Statement{VerifyKey: user.VerifyKey}, signature{user.VerifyKey, in.Signature})
		if err != nil {
			return Session{}, err
		}
	}
	err = s.store.LogIn(ctx, used, user, login)
	if errors.Is(err, ErrSignedOut) { // allows no second attempt, as in redeem
		err = errors.Join(err, s.store.ConsumeChallenge(ctx, used))
	}
	if err != nil {
		return Session{}, err
	}
	return Session{ID: login.Session, User: user, Assurance: login.Assurance}, nil
}

// findUser returns the user whose key the input names; a claim may name the key by its hash.
func (s *Service) findUser(ctx context.Context, in CreateSessionInput) (User, error) {
	key, err := ParsePublicKey(in.PublicKey)
	if err != nil {
		return User{}, err
	}
	user, err := s.store.User(ctx, key)
	if errors.Is(err, ErrKeyUnknown) && in.Proof == (Proof{}) {
		return s.store.UserByKeyHash(ctx, key)
	}
	return user, err
}

package identity

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// CreateSessionInput names a key, and proves it unless the proof is empty. A claim may name it by its hash instead.
type CreateSessionInput struct {
	PublicKey     string
	PublicKeyHash string
	Proof
	Browser
}

// CreateSession logs in: proven with a signed challenge, claimed without one.
func (s *Service) CreateSession(ctx context.Context, in CreateSessionInput) (Session, error) {
	if in.Proof == (Proof{}) && !s.allowClaims {
		return Session{}, errClaimsOff
	}
	user, err := s.named(ctx, in)
	if err != nil {
		return Session{}, err
	}
	login, used := in.login(Claimed), Challenge{}
	if in.Proof != (Proof{}) {
		login.Assurance = Proven
		used, err = s.redeem(ctx, purpose{ActionLogin, user.PublicKey, in.Visitor}, in.Nonce,
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

// named gives the user whose key the input names, in one way.
func (s *Service) named(ctx context.Context, in CreateSessionInput) (User, error) {
	if in.PublicKeyHash == "" {
		key, err := ParsePublicKey(in.PublicKey)
		if err != nil {
			return User{}, err
		}
		return s.store.User(ctx, key)
	}
	hash, err := hex.DecodeString(in.PublicKeyHash)
	if err != nil || len(hash) != sha256.Size || in.PublicKey != "" || in.Proof != (Proof{}) {
		return User{}, errPublicKeyHash
	}
	return s.store.UserByKeyHash(ctx, hash)
}

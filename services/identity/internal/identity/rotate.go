package identity

import (
	"context"

	"mcwick.example/platform/fault"
)

// RotateKeyInput is an old key, a new one, and a signature of each over the same statement.
type RotateKeyInput struct {
	PublicKey    string
	NewPublicKey string
	NewVerifyKey string
	NewSignature string
	Proof
	Client
}

// parse returns the old public key and the user's new keys, or an error that lists every invalid
// field.
func (in RotateKeyInput) parse() (old PublicKey, successor User, err error) {
	var c fault.Checks
	old = fault.Check(&c, "publicKey", in.PublicKey, ParsePublicKey)
	successor.PublicKey = fault.Check(&c, "newPublicKey", in.NewPublicKey, ParsePublicKey)
	successor.VerifyKey = fault.Check(&c, "newVerifyKey", in.NewVerifyKey, ParseVerifyKey)
	if err := c.Err("KEY_INVALID"); err != nil {
		return "", User{}, err
	}
	if old == successor.PublicKey {
		return "", User{}, errSameKey
	}
	return old, successor, nil
}

// RotateKey replaces a user's keys, ends all sessions of the account and logs in.
func (s *Service) RotateKey(ctx context.Context, in RotateKeyInput) (Session, error) {
	key, successor, err := in.parse()
	if err != nil {
		return Session{}, err
	}
	old, err := s.store.User(ctx, key)
	if err != nil {
		return Session{}, err
	}
	successor.Account = old.Account
	used, err := s.redeem(ctx, purpose{ActionRotate, key, in.Visitor}, in.Nonce,
		Statement{VerifyKey: old.VerifyKey, NewPublicKey: successor.PublicKey, NewVerifyKey: successor.VerifyKey},
		signature{old.VerifyKey, in.Signature}, signature{successor.VerifyKey, in.NewSignature})
	if err != nil {
		return Session{}, err
	}
	login := in.login(Proven)
	successor, err = s.store.Rotate(ctx, used, old, successor, login)
	if err != nil {
		return Session{}, err
	}
	return Session{ID: login.Session, User: successor, Assurance: Proven}, nil
}

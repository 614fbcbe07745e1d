package identity

import (
	"context"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
)

// RegisterKeyInput is the public half of a key pair, with its proof.
type RegisterKeyInput struct {
	PublicKey string
	VerifyKey string
	Handle    string // empty to generate one
	Proof
	Client
}

// parse returns the requested user, with a new account, or an error that lists every invalid field.
func (in RegisterKeyInput) parse() (User, error) {
	var c fault.Checks
	user := User{Account: uuid.New(), PublicKey: fault.Check(&c, "publicKey", in.PublicKey, ParsePublicKey),
		VerifyKey: fault.Check(&c, "verifyKey", in.VerifyKey, ParseVerifyKey)}
	if in.Handle != "" {
		user.Handle = fault.Check(&c, "xHandle", in.Handle, ParseHandle)
	}
	return user, c.Err("KEY_INVALID")
}

// RegisterKey creates a user for a key pair and logs in. The same pair again returns the existing
// user.
func (s *Service) RegisterKey(ctx context.Context, in RegisterKeyInput) (Session, error) {
	user, err := in.parse()
	if err != nil {
		return Session{}, err
	}
	if user.Handle != "" { // moderation is not called for a random one
		if err := s.checkHandle(ctx, user.Handle); err != nil {
			return Session{}, err
		}
	}
	used, err := s.redeem(ctx, purpose{ActionRegister, user.PublicKey, in.Visitor}, in.Nonce,
		Statement{VerifyKey: user.VerifyKey}, signature{user.VerifyKey, in.Signature})
	if err != nil {
		return Session{}, err
	}
	login := in.login(Proven)
	var stored User
	register := func(handle string) (err error) {
		user.Handle = handle
		stored, err = s.store.Register(ctx, used, user, login)
		return err
	}
	if in.Handle == "" {
		err = tryRandomHandles(register)
	} else {
		err = register(user.Handle)
	}
	if err != nil {
		return Session{}, err
	}
	return Session{ID: login.Session, User: stored, Assurance: Proven}, nil
}

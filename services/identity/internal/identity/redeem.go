package identity

import (
	"context"
	"errors"
)

// Client is who calls: the device, the session it has and the one it would get.
type Client struct {
	Visitor string
	Session SessionID // empty for none
	Next    SessionID // made by the gateway for each call that logs in
}

func (b Client) login(a Assurance) Login {
	return Login{Session: b.Next, Assurance: a, Visitor: b.Visitor, Replaces: b.Session}
}

// Proof is a signed challenge.
type Proof struct {
	Nonce     string
	Signature string // 128 hex digits
}

// signature is one that must fit.
type signature struct {
	key VerifyKey
	hex string
}

// redeem gives the challenge of a proof once every signature fits its key. A signature that does not burns the challenge too, so that
// nobody tries a second one on it.
func (s *Service) redeem(ctx context.Context, p purpose, nonce string, statement Statement, signatures ...signature) (Challenge, error) {
	challenge, err := s.challenger.verify(nonce, p)
	if err != nil {
		return Challenge{}, err
	}
	statement.Action, statement.Origin, statement.PublicKey = p.action, s.challenger.origin, p.key
	statement.Nonce, statement.IssuedAt = nonce, challenge.IssuedAt()
	for _, each := range signatures {
		if err := each.key.verify(statement.Text(), each.hex); err != nil {
			return Challenge{}, errors.Join(err, s.store.ConsumeChallenge(ctx, challenge))
		}
	}
	return challenge, nil
}

package identity

import (
	"context"
	"errors"
)

// Client is the caller: the device, its session and the session that a log-in would open.
type Client struct {
	Visitor string
	Session SessionID // empty without a session
	Next    SessionID // created by the gateway for each call that logs in
}

func (b Client) login(a Assurance) Login {
	return Login{Session: b.Next, Assurance: a, Visitor: b.Visitor, Replaces: b.Session}
}

// Proof is a signed challenge.
type Proof struct {
	Nonce     string
	Signature string // 128 hex digits
}

// signature is a signature to verify.
type signature struct {
	key VerifyKey
	hex string
}

// redeem returns the challenge of a proof once every signature is valid. An invalid signature
// consumes the challenge too, so that it allows no second attempt.
func (s *Service) redeem(
	ctx context.Context, p purpose, nonce string, statement Statement, signatures ...signature,
) (Challenge, error) {
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

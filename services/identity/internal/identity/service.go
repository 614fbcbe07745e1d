package identity

import (
	"context"

	"mcwick.example/services/moderation/api/wordfilter"
)

// Store is what the use cases need of a database. Every method that takes a used challenge burns it in the same transaction and answers
// ErrChallenge when it was burnt before.
type Store interface {
	// User gives the holder of a key that was not replaced, or ErrKeyUnknown.
	User(ctx context.Context, key PublicKey) (User, error)
	// UserByKeyHash gives the same by the SHA-256 of a key's hex text, in hex as keys are.
	UserByKeyHash(ctx context.Context, hash PublicKey) (User, error)
	// Burn makes a challenge useless. It is no error when it was burnt before.
	ConsumeChallenge(ctx context.Context, used Challenge) error
	// Register adds the user, or finds the one with the same pair of keys, and logs in. It answers ErrKeyTaken for another pair or a
	// replaced key, and ErrHandleTaken.
	Register(ctx context.Context, used Challenge, user User, in Login) (stored User, err error)
	// LogIn opens a session of the user. A claim burns no challenge: used is zero then.
	LogIn(ctx context.Context, used Challenge, user User, in Login) error
	// Rotate replaces the user's keys, closes all sessions of the account and logs in. It answers ErrKeyTaken when the new key is known.
	Rotate(ctx context.Context, used Challenge, old, successor User, in Login) error
	// Session gives a session that has not ended and notes that it was seen; the zero Session when there is none.
	Session(ctx context.Context, id SessionID) (Session, error)
	// LogOut ends a session, if it is there.
	LogOut(ctx context.Context, id SessionID) error
	// LogOutEverywhere ends all sessions of the session's account.
	LogOutEverywhere(ctx context.Context, of Session) error
	// SetHandle changes the handle of the session's user, or answers ErrHandleTaken.
	SetHandle(ctx context.Context, of Session, handle string) error
	// NoteEarlyAccess keeps a handle, once.
	NoteEarlyAccess(ctx context.Context, handle string) error
}

// Login is the session to be opened.
type Login struct {
	Session   SessionID
	Assurance Assurance
	Visitor   string    // the device; what it made belongs to the first account that it proves
	Replaces  SessionID // the session that the browser had until now; empty for none
}

// Service is the use cases of keys and sessions.
type Service struct {
	store       Store
	challenger  *Challenger
	words       *wordfilter.Checker
	allowClaims bool
}

// NewService makes the use cases, for handles that pass the checker. Without allowClaims a public key alone opens no session.
func NewService(store Store, challenger *Challenger, words *wordfilter.Checker, allowClaims bool) *Service {
	return &Service{store: store, challenger: challenger, words: words, allowClaims: allowClaims}
}

// CreateChallengeInput says what is to be signed, by whom.
type CreateChallengeInput struct {
	Action    Action
	PublicKey string
	Visitor   string
}

// CreateChallenge gives something to sign. To log in or replace a key, the key must be known.
func (s *Service) CreateChallenge(ctx context.Context, in CreateChallengeInput) (Challenge, error) {
	key, err := ParsePublicKey(in.PublicKey)
	if err != nil {
		return Challenge{}, err
	}
	switch in.Action {
	case ActionRegister:
	case ActionLogin, ActionRotate:
		if _, err := s.store.User(ctx, key); err != nil {
			return Challenge{}, err
		}
	default:
		return Challenge{}, errAction
	}
	return s.challenger.issue(purpose{in.Action, key, in.Visitor}), nil
}

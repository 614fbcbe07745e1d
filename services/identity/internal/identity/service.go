package identity

import (
	"context"
	"time"

	"mcwick.example/services/moderation/api/wordfilter"
)

// Store is the database as the use cases need it. Every method that receives a used challenge
// consumes it in the same transaction and returns ErrChallenge if it was consumed before.
type Store interface {
	// User returns the user of a key that was not replaced, or ErrKeyUnknown.
	User(ctx context.Context, key PublicKey) (User, error)
	// UserByKeyHash returns the user by the SHA-256 of a key's hex text, in hex like a key.
	UserByKeyHash(ctx context.Context, hash PublicKey) (User, error)
	// ConsumeChallenge invalidates a challenge. A challenge that was consumed before is no error.
	ConsumeChallenge(ctx context.Context, used Challenge) error
	// Register adds the user, or finds the one with the same pair of keys, and logs in. It returns
	// ErrKeyTaken for another pair or a replaced key, ErrHandleTaken and ErrHandleReserved.
	Register(ctx context.Context, used Challenge, user User, in Login) (stored User, err error)
	// LogIn opens a session of the user. A claim consumes no challenge: used is zero then. It returns
	// ErrSignedOut, and consumes nothing, when the account signed out everywhere after RememberedSince.
	LogIn(ctx context.Context, used Challenge, user User, in Login) error
	// Rotate replaces the user's keys, ends all sessions of the account, logs in and returns the successor
	// with the handle that the user has then, or ErrKeyTaken when the new key is known.
	Rotate(ctx context.Context, used Challenge, old, successor User, in Login) (User, error)
	// Session returns an open session and updates when it was last seen; the zero Session when
	// there is none.
	Session(ctx context.Context, id SessionID) (Session, error)
	// LogOut ends a session, if it exists.
	LogOut(ctx context.Context, id SessionID) error
	// LogOutEverywhere ends all sessions of the session's account, and refuses later logins of browsers
	// that have kept its key since before.
	LogOutEverywhere(ctx context.Context, of Session) error
	// UpdateProfile changes the profile of the session's user and returns the user, or ErrHandleTaken
	// or ErrHandleReserved.
	UpdateProfile(ctx context.Context, of Session, to ProfileChange) (User, error)
	// Profile returns the public profile of a handle, in any letter case, or ErrProfileNotFound.
	Profile(ctx context.Context, handle string) (Profile, error)
	// NoteEarlyAccess stores a handle, once.
	NoteEarlyAccess(ctx context.Context, handle string) error
}

// Login is the session to be opened.
type Login struct {
	Session   SessionID
	Assurance Assurance
	Visitor   string    // the device; what it made is linked to the first account that it proves
	Replaces  SessionID // the browser's session until now; empty if there is none
	// RememberedSince is since when the browser has kept the key; nil when it has not.
	RememberedSince *time.Time
}

// Service has the use cases of keys and sessions.
type Service struct {
	store       Store
	challenger  *Challenger
	words       *wordfilter.Checker
	allowClaims bool
}

// NewService returns the use cases on a store, with a checker of handles. Without allowClaims a
// public key alone opens no session.
func NewService(store Store, challenger *Challenger, words *wordfilter.Checker, allowClaims bool) *Service {
	return &Service{store: store, challenger: challenger, words: words, allowClaims: allowClaims}
}

// CreateChallengeInput says what will be signed, and with which key.
type CreateChallengeInput struct {
	Action    Action
	PublicKey string
	Visitor   string
}

// CreateChallenge returns a challenge to sign. To log in or replace a key, the key must be known.
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

package identity

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// Store is what the use cases need of a database. Every method that takes a used challenge burns it in the same transaction and answers
// ErrChallenge when it was burnt before.
type Store interface {
	// User gives the holder of a key that was not replaced, or ErrKeyUnknown.
	User(ctx context.Context, key PublicKey) (User, error)
	// Burn makes a challenge useless. It is no error when it was burnt before.
	Burn(ctx context.Context, used Challenge) error
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
	allowClaims bool
}

// NewService makes the use cases. Without allowClaims a public key alone opens no session.
func NewService(store Store, challenger *Challenger, allowClaims bool) *Service {
	return &Service{store: store, challenger: challenger, allowClaims: allowClaims}
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

// Browser is who calls: the device, the session it has and the one it would get.
type Browser struct {
	Visitor string
	Session SessionID // empty for none
	Next    SessionID // made by the gateway for each call that logs in
}

func (b Browser) login(a Assurance) Login {
	return Login{Session: b.Next, Assurance: a, Visitor: b.Visitor, Replaces: b.Session}
}

// Proof is a signed challenge.
type Proof struct {
	Nonce     string
	Signature string // 128 hex digits
}

// signature is one that must fit.
type signature struct {
	by  VerifyKey
	hex string
}

// redeem gives the challenge of a proof once every signature fits its key. A signature that does not burns the challenge too, so that
// nobody tries a second one on it.
func (s *Service) redeem(ctx context.Context, p purpose, nonce string, said Statement, signatures ...signature) (Challenge, error) {
	challenge, err := s.challenger.recognise(nonce, p)
	if err != nil {
		return Challenge{}, err
	}
	said.Action, said.Origin, said.PublicKey = p.action, s.challenger.origin, p.key
	said.Nonce, said.IssuedAt = nonce, challenge.IssuedAt()
	for _, each := range signatures {
		if err := each.by.signed(said.Text(), each.hex); err != nil {
			return Challenge{}, errors.Join(err, s.store.Burn(ctx, challenge))
		}
	}
	return challenge, nil
}

// RegisterKeyInput is the public half of a key pair, proven.
type RegisterKeyInput struct {
	PublicKey string
	VerifyKey string
	Handle    string // empty for an invented one
	Proof
	Browser
}

// user gives the user that is asked for, with an account of its own, or every bad field.
func (in RegisterKeyInput) user() (User, error) {
	var c checks
	user := User{Account: uuid.New(), PublicKey: check(&c, "publicKey", in.PublicKey, ParsePublicKey), VerifyKey: check(&c, "verifyKey", in.VerifyKey, ParseVerifyKey)}
	if in.Handle != "" {
		user.Handle = check(&c, "xHandle", in.Handle, ParseHandle)
	}
	return user, c.err()
}

// handleAttempts is how often an invented handle may be taken.
const handleAttempts = 5

// RegisterKey makes a user of a key pair and logs in. The same pair again gives the user that is there.
func (s *Service) RegisterKey(ctx context.Context, in RegisterKeyInput) (Session, error) {
	user, err := in.user()
	if err != nil {
		return Session{}, err
	}
	used, err := s.redeem(ctx, purpose{ActionRegister, user.PublicKey, in.Visitor}, in.Nonce,
		Statement{VerifyKey: user.VerifyKey}, signature{user.VerifyKey, in.Signature})
	if err != nil {
		return Session{}, err
	}
	login := in.login(Proven)
	for attempt := 1; ; attempt++ {
		if in.Handle == "" {
			user.Handle = randomHandle()
		}
		stored, err := s.store.Register(ctx, used, user, login)
		if err == nil {
			return Session{ID: login.Session, User: stored, Assurance: Proven}, nil
		}
		if in.Handle != "" || attempt == handleAttempts || !errors.Is(err, ErrHandleTaken) {
			return Session{}, err
		}
	}
}

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

// RotateKeyInput is an old key, a new one, and a signature of each over the same statement.
type RotateKeyInput struct {
	PublicKey    string
	NewPublicKey string
	NewVerifyKey string
	NewSignature string
	Proof
	Browser
}

// keys gives the old public key and the user's new keys, or every bad field.
func (in RotateKeyInput) keys() (old PublicKey, successor User, err error) {
	var c checks
	old = check(&c, "publicKey", in.PublicKey, ParsePublicKey)
	successor.PublicKey = check(&c, "newPublicKey", in.NewPublicKey, ParsePublicKey)
	successor.VerifyKey = check(&c, "newVerifyKey", in.NewVerifyKey, ParseVerifyKey)
	if err := c.err(); err != nil {
		return "", User{}, err
	}
	if old == successor.PublicKey {
		return "", User{}, errSameKey
	}
	return old, successor, nil
}

// RotateKey replaces a user's keys, ends all sessions of the account and logs in.
func (s *Service) RotateKey(ctx context.Context, in RotateKeyInput) (Session, error) {
	key, successor, err := in.keys()
	if err != nil {
		return Session{}, err
	}
	old, err := s.store.User(ctx, key)
	if err != nil {
		return Session{}, err
	}
	successor.Account, successor.Handle = old.Account, old.Handle
	used, err := s.redeem(ctx, purpose{ActionRotate, key, in.Visitor}, in.Nonce,
		Statement{VerifyKey: old.VerifyKey, NewPublicKey: successor.PublicKey, NewVerifyKey: successor.VerifyKey},
		signature{old.VerifyKey, in.Signature}, signature{successor.VerifyKey, in.NewSignature})
	if err != nil {
		return Session{}, err
	}
	login := in.login(Proven)
	if err := s.store.Rotate(ctx, used, old, successor, login); err != nil {
		return Session{}, err
	}
	return Session{ID: login.Session, User: successor, Assurance: Proven}, nil
}

// GetCurrentSession gives the session of the browser; the zero Session when nobody is logged in.
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

// DeleteSessions ends all sessions of the account. Only a proven session may.
func (s *Service) DeleteSessions(ctx context.Context, id SessionID) error {
	session, err := s.provenSession(ctx, id)
	if err != nil {
		return err
	}
	return s.store.LogOutEverywhere(ctx, session)
}

// UpdateProfileInput is what is to change.
type UpdateProfileInput struct {
	Session SessionID
	Handle  string
}

// UpdateProfile changes the handle of the session's user. Only a proven session may.
func (s *Service) UpdateProfile(ctx context.Context, in UpdateProfileInput) (Session, error) {
	handle, err := ParseHandle(in.Handle)
	if err != nil {
		return Session{}, err
	}
	session, err := s.provenSession(ctx, in.Session)
	if err != nil {
		return Session{}, err
	}
	session.User.Handle = handle
	return session, s.store.SetHandle(ctx, session, handle)
}

func (s *Service) provenSession(ctx context.Context, id SessionID) (Session, error) {
	session, err := s.GetCurrentSession(ctx, id)
	if err == nil && session.Assurance != Proven {
		err = ErrNotProven
	}
	return session, err
}

// RequestEarlyAccess notes who wants in. A known handle is a success like any other.
func (s *Service) RequestEarlyAccess(ctx context.Context, handle string) error {
	handle, err := ParseHandle(handle)
	if err != nil {
		return err
	}
	return s.store.NoteEarlyAccess(ctx, handle)
}

package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"connectrpc.com/connect"
	"github.com/alexedwards/scs/v2"
	"github.com/alexedwards/scs/v2/memstore"
	"google.golang.org/grpc"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/operator"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/security"
)

const (
	idleTimeout   = 30 * time.Minute
	sessionLength = 12 * time.Hour // however busy the operator is
	signInTimeout = 5 * time.Second
	maxToken      = 1 << 10 // bytes of a sign-in
	tokenKey      = "token" // in a session
)

var (
	errSignedOut = fault.New(fault.KindUnauthenticated, "SIGNED_OUT", "Your session has ended. Sign in again.")
	errNoToken   = fault.Invalid("TOKEN_MISSING", fault.Field{Name: "token", Message: "Paste your token."})
)

// sessions exchange an operator's token for a cookie. They are in memory: when the console restarts,
// operators sign in again, and a token is stored nowhere.
type sessions struct {
	manager   *scs.SessionManager
	operators operatorv1.OperatorServiceClient
	attempts  *attempts
}

func newSessions(moderation backend, now func() time.Time, events *security.Log) *sessions {
	manager := scs.New()
	manager.Lifetime, manager.IdleTimeout = sessionLength, idleTimeout
	manager.HashTokenInStore = true
	manager.Store = &sessionStore{live: memstore.New(), ended: memstore.New()}
	manager.Cookie.Name = "__Host-console"
	manager.Cookie.Secure = true // browsers make an exception for http://localhost
	manager.Cookie.SameSite = http.SameSiteStrictMode
	manager.Cookie.Persist = false
	return &sessions{manager, operatorv1.NewOperatorServiceClient(moderation.conn), newAttempts(now, events)}
}

// sessionStore keeps sessions in memory, and those that have ended as ended: a call that was under way when its
// operator signed out would store its session again, as each response does because of the idle timeout.
type sessionStore struct {
	mu          sync.Mutex
	live, ended *memstore.MemStore
}

// Find implements scs.Store.
func (s *sessionStore) Find(token string) (b []byte, found bool, err error) {
	return s.live.Find(token)
}

// Commit implements scs.Store.
func (s *sessionStore) Commit(token string, b []byte, expiry time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, hasEnded, err := s.ended.Find(token); hasEnded || err != nil {
		return err
	}
	return s.live.Commit(token, b, expiry)
}

// Delete implements scs.Store.
func (s *sessionStore) Delete(token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ended.Commit(token, nil, time.Now().Add(sessionLength)); err != nil {
		return err
	}
	return s.live.Delete(token)
}

// signIn checks a token with the moderation service and starts a session with another id.
func (s *sessions) signIn(w http.ResponseWriter, r *http.Request) {
	err := s.attempts.try(r, func() error {
		var sent struct{ Token string }
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxToken)).Decode(&sent)
		if err != nil || sent.Token == "" {
			return errNoToken
		}
		ctx, cancel := context.WithTimeout(r.Context(), signInTimeout)
		defer cancel()
		_, err = s.operators.GetOperator(ctx, &operatorv1.GetOperatorRequest{}, operator.WithToken(sent.Token))
		if err != nil {
			return err
		}
		if err := s.manager.RenewToken(r.Context()); err != nil {
			return err
		}
		s.manager.Put(r.Context(), tokenKey, sent.Token)
		return nil
	})
	if err != nil {
		writeError(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// signOut ends the session.
func (s *sessions) signOut(w http.ResponseWriter, r *http.Request) {
	if err := s.manager.Destroy(r.Context()); err != nil {
		writeError(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// require passes on the requests of operators who are signed in.
func (s *sessions) require(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := s.manager.GetString(r.Context(), tokenKey)
		if token == "" {
			writeError(w, r, errSignedOut)
			return
		}
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), sessionKey{}, token)))
	})
}

type sessionKey struct{}

// withToken makes a call with the token of the operator who is signed in.
func withToken(ctx context.Context) grpc.CallOption {
	token, _ := ctx.Value(sessionKey{}).(string)
	return operator.WithToken(token)
}

// writeError answers in the Connect protocol, whatever was called.
func writeError(w http.ResponseWriter, r *http.Request, err error) {
	_ = connect.NewErrorWriter().Write(w, r, toConnectError(err)) // a client that left does not read it
}

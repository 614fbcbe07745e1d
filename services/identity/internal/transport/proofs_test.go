package transport

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/security"
	"mcwick.example/platform/security/securitytest"
	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

func newEvents(t *testing.T, logged *securitytest.Recorder) *security.Log {
	t.Helper()
	return security.New(logged.Logger("identity"), security.ProofFailed)
}

// anyKey is a store in which every key is known.
type anyKey struct{ identity.Store }

// User implements identity.Store.
func (anyKey) User(context.Context, identity.PublicKey) (identity.User, error) {
	return identity.User{}, nil
}

// Verifies SEC-5.
func TestFailedProofsAreSecurityEvents(t *testing.T) {
	var logged securitytest.Recorder
	challenger := identity.NewChallenger(func() [][]byte { return [][]byte{[]byte(strings.Repeat("k", 32))} },
		"https://mcwick.example", time.Now)
	s := NewServer(identity.NewService(anyKey{}, challenger, nil, true), newEvents(t, &logged),
		rpc.ServerChain(testkit.DiscardLog(), 1))
	key, nonce := strings.Repeat("ab", 32), base64.RawURLEncoding.EncodeToString(make([]byte, 40))
	ctx := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "v", Lane: "AbCdEf01_-4", NextSession: "next"})
	_, err := s.CreateSession(ctx, &identityv1.CreateSessionRequest{PublicKey: key, Nonce: nonce,
		Signature: strings.Repeat("cd", 64)})
	events := logged.Events(t)
	if len(events) != 1 || events[0]["event.reason"] != "challenge" || events[0]["proof.action"] != "login" ||
		events[0]["client.lane"] != "AbCdEf01_-4" {
		t.Fatalf("%v %v", err, events)
	}
	if text := logged.Text(); strings.Contains(text, key) || strings.Contains(text, nonce) {
		t.Error(text)
	}
}

// Verifies SEC-5.
func TestOnlyProofsThatFailAreSecurityEvents(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		reason string
	}{
		"success":             {nil, ""},
		"an unknown key":      {identity.ErrKeyUnknown, ""},
		"a broken store":      {errors.New("gone"), ""},
		"a used challenge":    {fmt.Errorf("log in: %w", identity.ErrChallenge), "challenge"},
		"another's signature": {errors.Join(identity.ErrSignature, nil), "signature"},
	} {
		t.Run(name, func(t *testing.T) {
			var logged securitytest.Recorder
			logIn := recordFailedProofs(newEvents(t, &logged), identity.ActionLogin,
				func(context.Context, struct{}) (identity.Session, error) { return identity.Session{}, c.err })
			if _, err := logIn(t.Context(), struct{}{}); !errors.Is(err, c.err) {
				t.Error(err)
			}
			events := logged.Events(t)
			if len(events) == 0 && c.reason != "" || len(events) > 0 && events[0]["event.reason"] != c.reason {
				t.Errorf("%v", events)
			}
		})
	}
}

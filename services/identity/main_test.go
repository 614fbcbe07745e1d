package main

import (
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/service/servicetest"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

func TestRegisterKey(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t)
	if got := p.current(t); got.GetUser() != nil || p.account(t) != "" {
		t.Errorf("before: %v", got)
	}
	session, err := p.register(t, "@Wick_Watcher")
	want := &identityv1.Session{User: &identityv1.User{PublicKey: p.public, XHandle: "@Wick_Watcher"},
		Assurance: identityv1.Assurance_ASSURANCE_PROVEN}
	if err != nil || !cmp.Equal(session, want, protocmp.Transform()) {
		t.Fatalf("got %v, %v", session, err)
	}
	if got := p.current(t); !cmp.Equal(got, want, protocmp.Transform()) {
		t.Errorf("current: %v", got)
	}
	account := p.account(t)
	if uuid.Validate(account) != nil {
		t.Errorf("account %q", account)
	}
	t.Run("the same pair again is the same user", func(t *testing.T) {
		again, err := p.register(t, "@another")
		if err != nil || !cmp.Equal(again, want, protocmp.Transform()) || p.account(t) != account {
			t.Errorf("got %v, %v", again, err)
		}
	})
	t.Run("the former session of the browser is over", func(t *testing.T) {
		before := *p
		if _, err := p.prove(t); err != nil {
			t.Fatal(err)
		}
		if before.current(t).GetUser() != nil || p.account(t) != account {
			t.Error("the new session goes on")
		}
	})
	t.Run("another pair under the same public key is rejected", func(t *testing.T) {
		thief := w.newPerson(t)
		thief.public = p.public
		if _, err := thief.register(t, ""); reasonOf(err) != "KEY_TAKEN" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a handle belongs to one user, in any letter case", func(t *testing.T) {
		if _, err := w.newPerson(t).register(t, "wick_watcher"); reasonOf(err) != "HANDLE_TAKEN" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("without a handle a random one is generated", func(t *testing.T) {
		s, err := w.newPerson(t).register(t, "")
		if err != nil || !strings.HasPrefix(s.GetUser().GetXHandle(), "@mcanon") {
			t.Errorf("got %v, %v", s, err)
		}
	})
}

// Verifies VERSE-9.
func TestForgedSignaturesAreRejected(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t).mustRegister(t)
	other := w.newPerson(t).mustRegister(t)
	action := identityv1.Action_ACTION_LOGIN
	for name, attack := range map[string]func(t *testing.T) error{
		"a signature for another origin": func(t *testing.T) error {
			c := p.challenge(t, action)
			_, err := p.logIn(t, c.GetNonce(),
				p.sign(c, identity.ActionLogin, func(s *identity.Statement) { s.Origin = "https://mcwick.evil" }))
			return err
		},
		"a signature for another action": func(t *testing.T) error {
			c := p.challenge(t, action)
			_, err := p.logIn(t, c.GetNonce(), p.sign(c, identity.ActionRegister))
			return err
		},
		"another key's signature": func(t *testing.T) error {
			c := p.challenge(t, action)
			_, err := p.logIn(t, c.GetNonce(), other.sign(c, identity.ActionLogin, func(s *identity.Statement) {
				s.PublicKey, s.VerifyKey = identity.PublicKey(p.public),
					identity.VerifyKey(p.signing.Public().(ed25519.PublicKey))
			}))
			return err
		},
		"a challenge for another action": func(t *testing.T) error {
			c := p.challenge(t, identityv1.Action_ACTION_ROTATE)
			_, err := p.logIn(t, c.GetNonce(), p.sign(c, identity.ActionLogin))
			return err
		},
		"another browser's challenge": func(t *testing.T) error {
			c := p.challenge(t, action)
			thief := *p
			thief.visitor = "thief"
			_, err := thief.logIn(t, c.GetNonce(), p.sign(c, identity.ActionLogin))
			return err
		},
		"a challenge that was used": func(t *testing.T) error {
			c := p.challenge(t, action)
			if _, err := p.logIn(t, c.GetNonce(), p.sign(c, identity.ActionLogin)); err != nil {
				t.Fatal(err)
			}
			_, err := p.logIn(t, c.GetNonce(), p.sign(c, identity.ActionLogin))
			return err
		},
		"a second attempt with one challenge": func(t *testing.T) error {
			c := p.challenge(t, action)
			if _, err := p.logIn(t, c.GetNonce(),
				strings.Repeat("00", ed25519.SignatureSize)); reasonOf(err) != "SIGNATURE_INVALID" {
				t.Fatal(err)
			}
			_, err := p.logIn(t, c.GetNonce(), p.sign(c, identity.ActionLogin))
			return err
		},
		"half a proof": func(t *testing.T) error {
			_, err := p.logIn(t, "", strings.Repeat("00", ed25519.SignatureSize))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := p.session
			err := attack(t)
			if fault.From(err).Kind != fault.KindUnauthenticated {
				t.Errorf("got %v", err)
			}
			if p.session == before && p.current(t).GetAssurance() != identityv1.Assurance_ASSURANCE_PROVEN {
				t.Error("the attack ended the existing session")
			}
		})
	}
	t.Run("weak keys", func(t *testing.T) {
		weak := w.newPerson(t)
		c := weak.challenge(t, identityv1.Action_ACTION_REGISTER)
		_, err := weak.client.RegisterKey(weak.context(t, newToken()), &identityv1.RegisterKeyRequest{
			PublicKey: weak.public, VerifyKey: "01" + strings.Repeat("00", 31), Nonce: c.GetNonce(),
			Signature: strings.Repeat("00", 64), XHandle: "<script>",
		})
		got := fault.From(err)
		want := []fault.Field{{Name: "verifyKey", Message: "That is no key to check signatures with."},
			{Name: "xHandle", Message: "Please enter a valid X username"}}
		if !cmp.Equal(got.Fields, want) {
			t.Errorf("got %v", got.Fields)
		}
	})
	t.Run("unknown keys", func(t *testing.T) {
		stranger := w.newPerson(t)
		_, err := stranger.client.CreateChallenge(stranger.context(t, ""),
			&identityv1.CreateChallengeRequest{Action: action, PublicKey: stranger.public})
		if f := fault.From(err); f.Kind != fault.KindNotFound || f.Message != "Sorry that key doesn't exist, broh!" {
			t.Errorf("challenge: %v", err)
		}
		if _, err := stranger.logIn(t, "", ""); !errors.Is(fault.From(err), identity.ErrKeyUnknown) {
			t.Errorf("claim: %v", err)
		}
	})
	t.Run("calls without a session", func(t *testing.T) {
		_, err := p.client.CreateChallenge(t.Context(),
			&identityv1.CreateChallengeRequest{Action: action, PublicKey: p.public})
		if reasonOf(err) != "VISITOR_REQUIRED" {
			t.Errorf("got %v", err)
		}
		_, err = p.client.CreateChallenge(p.context(t, ""), &identityv1.CreateChallengeRequest{PublicKey: p.public})
		if reasonOf(err) != "ACTION_INVALID" {
			t.Errorf("got %v", err)
		}
	})
}

// Verifies OPS-58.
func TestPublicOriginIsValidated(t *testing.T) {
	c := configuration{PublicOrigin: "https://McWick.example"}
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "PUBLIC_ORIGIN") {
		t.Error(err)
	}
}

func TestOperatorAuthentication(t *testing.T) {
	servicetest.CheckOperatorPort(t, newEnvironment(t, 1).Instance)
}

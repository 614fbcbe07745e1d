package main

import (
	"crypto/ed25519"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

// keptSince makes a login that of a browser which has kept the key since then; the zero time leaves the
// key a typed one.
func keptSince(at time.Time) func(*identityv1.CreateSessionRequest) {
	return func(r *identityv1.CreateSessionRequest) {
		if !at.IsZero() {
			r.RememberedSince = timestamppb.New(at)
		}
	}
}

func (p *person) signOutEverywhere(t testing.TB) {
	t.Helper()
	if _, err := p.client.DeleteSessions(p.context(t, ""), &identityv1.DeleteSessionsRequest{}); err != nil {
		t.Error(err)
	}
}

func (w *environment) signedOutAt(t testing.TB, p *person) time.Time {
	t.Helper()
	return testkit.QueryOne[time.Time](t, w.pool, `SELECT signed_out_at FROM users WHERE public_key = $1`, p.public)
}

// A browser that keeps the key says since when; the times are those of challenges, in whole seconds.
// Verifies VERSE-28.
func TestSignOutEverywhereRefusesKeysThatWereKeptBefore(t *testing.T) {
	w := newEnvironment(t, 1)
	p, other := w.newPerson(t).mustRegister(t), w.newPerson(t).mustRegister(t)
	if _, err := p.prove(t, keptSince(time.Unix(0, 0))); err != nil {
		t.Fatalf("before any sign-out: %v", err)
	}
	p.signOutEverywhere(t)
	at := w.signedOutAt(t, p)
	for name, c := range map[string]struct {
		by     *person
		since  time.Time
		reason string
	}{
		"kept since the second before": {p, at.Add(-time.Second), "SIGNED_OUT"},
		"kept by an earlier release":   {p, time.Unix(0, 0), "SIGNED_OUT"},
		"kept since the same second":   {p, at, ""},
		"kept since the second after":  {p, at.Add(time.Second), ""},
		"typed":                        {p, time.Time{}, ""},
		"another account's":            {other, at.Add(-time.Second), ""},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := c.by.prove(t, keptSince(c.since)); reasonOf(err) != c.reason ||
				err != nil && fault.From(err).Kind != fault.KindForbidden {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Verifies VERSE-28.
func TestKeyThatIsKeptAfterSignOutEverywhereStaysAccepted(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t).mustRegister(t)
	p.signOutEverywhere(t)
	c := p.challenge(t, identityv1.Action_ACTION_LOGIN) // in the second of the sign-out, or later
	if _, err := p.logIn(t, c.GetNonce(), p.sign(c, identity.ActionLogin)); err != nil {
		t.Fatal(err)
	}
	since, err := time.Parse(time.RFC3339, c.GetIssuedAt())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.prove(t, keptSince(since)); err != nil {
		t.Errorf("the next visit: %v", err)
	}
	next := w.newPerson(t)
	next.visitor = p.visitor
	if _, err := p.rotate(t, next, func(*identityv1.RotateKeyRequest) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := next.prove(t, keptSince(since.Add(-time.Minute))); err != nil {
		t.Errorf("a key that replaced it: %v", err)
	}
}

// Only who can sign learns whether an account signed out everywhere, and each attempt takes a challenge.
// Verifies VERSE-28.
func TestSignedOutIsSaidToProofsOnly(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t).mustRegister(t)
	p.signOutEverywhere(t)
	before := keptSince(w.signedOutAt(t, p).Add(-time.Second))
	if _, err := p.prove(t); err != nil {
		t.Fatal(err)
	}
	c := p.challenge(t, identityv1.Action_ACTION_LOGIN)
	signature := p.sign(c, identity.ActionLogin)
	if _, err := p.logIn(t, c.GetNonce(), signature, before); reasonOf(err) != "SIGNED_OUT" {
		t.Errorf("a proof: %v", err)
	}
	if p.current(t).GetAssurance() != identityv1.Assurance_ASSURANCE_PROVEN {
		t.Error("the refused login ended the browser's session")
	}
	if _, err := p.logIn(t, c.GetNonce(), signature); reasonOf(err) != "CHALLENGE_INVALID" {
		t.Errorf("the same challenge again: %v", err)
	}
	c = p.challenge(t, identityv1.Action_ACTION_LOGIN)
	if _, err := p.logIn(t, c.GetNonce(), strings.Repeat("00", ed25519.SignatureSize),
		before); reasonOf(err) != "SIGNATURE_INVALID" {
		t.Errorf("an invalid signature: %v", err)
	}
	if s, err := p.logIn(t, "", "", before); err != nil || s.GetAssurance() != identityv1.Assurance_ASSURANCE_CLAIMED {
		t.Errorf("a claim: %v, %v", s, err)
	}
}

// A login with a kept key that is under way at the sign-out is refused, or its session ends.
// Verifies VERSE-28.
func TestSignOutEverywhereEndsConcurrentLogins(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t).mustRegister(t)
	for round := range 20 {
		testkit.Exec(t, w.pool, `UPDATE users SET signed_out_at = NULL`)
		if _, err := p.prove(t); err != nil {
			t.Fatal(err)
		}
		var requests [8]*identityv1.CreateSessionRequest
		for i := range requests {
			c := p.challenge(t, identityv1.Action_ACTION_LOGIN)
			requests[i] = &identityv1.CreateSessionRequest{PublicKey: p.public, Nonce: c.GetNonce(),
				Signature: p.sign(c, identity.ActionLogin)}
			keptSince(time.Unix(0, 0))(requests[i])
		}
		var racers sync.WaitGroup
		for i, r := range requests {
			if i == len(requests)/2 {
				racers.Go(func() { p.signOutEverywhere(t) })
			}
			racers.Go(func() {
				ctx := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: p.visitor, NextSession: newToken()})
				if _, err := p.client.CreateSession(ctx, r); err != nil && reasonOf(err) != "SIGNED_OUT" {
					t.Error(err)
				}
			})
		}
		racers.Wait()
		if left := testkit.QueryOne[int](t, w.pool, `SELECT count(*) FROM sessions`); left != 0 {
			t.Fatalf("round %d: %d sessions are left", round, left)
		}
	}
}

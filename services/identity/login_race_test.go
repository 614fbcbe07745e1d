package main

import (
	"sync"
	"testing"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

// Concurrent logins with one key wait for each other without deadlock. Each of them has the whole
// deadline of a call, so a deadlock shows as an error.
// Verifies LIMIT-20.
func TestConcurrentLoginsDoNotDeadlock(t *testing.T) {
	w := newEnvironment(t, 1)
	p, other := w.newPerson(t).mustRegister(t), w.newPerson(t).mustRegister(t)
	const logins = 20
	var requests [logins]*identityv1.CreateSessionRequest
	for i := range requests {
		c := p.challenge(t, identityv1.Action_ACTION_LOGIN)
		requests[i] = &identityv1.CreateSessionRequest{PublicKey: p.public, Nonce: c.GetNonce(),
			Signature: p.sign(c, identity.ActionLogin)}
	}
	var racers sync.WaitGroup
	begin := make(chan struct{})
	for i, r := range requests {
		// Half of them come from one browser, and so replace the same session.
		session := p.session
		if i%2 == 0 {
			session = ""
		}
		racers.Go(func() {
			<-begin
			ctx := rpc.WithCaller(t.Context(),
				rpc.Caller{Visitor: p.visitor, Session: session, NextSession: newToken()})
			if _, err := p.client.CreateSession(ctx, r); err != nil {
				t.Errorf("log in: %v", err)
			}
		})
		racers.Go(func() {
			<-begin
			if _, err := other.client.GetCurrentSession(other.context(t, ""),
				&identityv1.GetCurrentSessionRequest{}); err != nil {
				t.Errorf("another visitor's look-up: %v", err)
			}
		})
	}
	close(begin)
	racers.Wait()
	sessions := testkit.QueryOne[int](t, w.pool,
		`SELECT count(*) FROM sessions JOIN users USING (account) WHERE public_key = $1`, p.public)
	if sessions != logins { // the session of the registration was replaced
		t.Errorf("%d sessions, want %d", sessions, logins)
	}
}

package main

import (
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

// at returns the same person at another replica.
func (p *person) at(replica identityv1.IdentityServiceClient) *person {
	there := *p
	there.client = replica
	return &there
}

// logInAcross requests a challenge from one replica and redeems it at another.
func logInAcross(t *testing.T, takes, redeems *person) error {
	c, err := takes.client.CreateChallenge(takes.context(t, ""),
		&identityv1.CreateChallengeRequest{Action: identityv1.Action_ACTION_LOGIN, PublicKey: takes.public})
	if err == nil {
		_, err = redeems.logIn(t, c.GetNonce(), takes.sign(c, identity.ActionLogin))
	}
	return err
}

// TestChallengeKeyRotationUnderConcurrentLogins changes the key as in the runbook, while logins
// request their challenge from one replica and redeem it at the other.
// Verifies OPS-11.
func TestChallengeKeyRotationUnderConcurrentLogins(t *testing.T) {
	former, next := strings.Repeat("k", 32), strings.Repeat("n", 32)
	file := filepath.Join(t.TempDir(), "challenge-key")
	change := func(text string) { t.Helper(); testkit.ReplaceFile(t, file, text) }
	change(former) // one key, as former releases configure it
	w := newEnvironment(t, 2, "CHALLENGE_KEY=", "CHALLENGE_KEY_FILE="+file)
	// knows only the new key
	witness := newEnvironment(t, 1, "CHALLENGE_KEY="+next, "DATABASE_URL="+w.Environment["DATABASE_URL"]).replicas[0]
	visitor, probe := w.newPerson(t).mustRegister(t), w.newPerson(t).mustRegister(t)
	one, two := visitor.at(w.replicas[0]), visitor.at(w.replicas[1])

	ended, done := make(chan struct{}), make(chan int)
	var finished atomic.Int64
	go func() {
		for logins := 0; ; logins++ {
			select {
			case <-ended:
				done <- logins
				return
			default:
			}
			if err := logInAcross(t, one, two); err != nil {
				t.Errorf("login %d: %v", logins, err)
			}
			finished.Add(1)
			one, two = two, one
		}
	}()
	eachReplica := func(what string, check func(replica *person) bool) {
		t.Helper()
		for _, replica := range w.replicas {
			testkit.Eventually(t, what, func() bool { return check(probe.at(replica)) })
		}
	}
	accepts := func(replica *person) bool { return logInAcross(t, probe.at(witness), replica) == nil }
	uses := func(replica *person) bool { return logInAcross(t, replica, probe.at(witness)) == nil }
	if probed := probe.at(w.replicas[0]); accepts(probed) || uses(probed) {
		t.Fatal("the new key is accepted before it is configured")
	}
	change("1 " + former + "\n2 " + next)
	eachReplica("the new key is accepted", accepts)
	change("2 " + next + "\n1 " + former)
	eachReplica("the new key is used", uses)
	before := finished.Load()
	testkit.Eventually(t, "a login of the former key has ended", func() bool { return finished.Load() > before })
	change("2 " + next)
	eachReplica("only the new key is used", uses)
	close(ended)
	if logins := <-done; logins < 10 {
		t.Errorf("only %d logins", logins)
	}
}

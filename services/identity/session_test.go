package main

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

// A challenge opens one session, however many requests send it at the same time to any replica.
func TestChallengeIsRedeemedOnceUnderConcurrency(t *testing.T) {
	w := newEnvironment(t, 3)
	p := w.newPerson(t).mustRegister(t)
	c := p.challenge(t, identityv1.Action_ACTION_LOGIN)
	signature := p.sign(c, identity.ActionLogin)
	var opened, refused atomic.Int32
	var racers errgroup.Group
	racers.SetLimit(96) // more at a time only wait for the replicas, on a slow machine for too long
	for i := range 1000 {
		racers.Go(func() error {
			ctx := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: p.visitor, NextSession: newToken()})
			r := &identityv1.CreateSessionRequest{PublicKey: p.public, Nonce: c.GetNonce(), Signature: signature}
			_, err := w.replicas[i%3].CreateSession(ctx, r)
			for reasonOf(err) == "TIMEOUT" { // on a slow machine
				_, err = w.replicas[i%3].CreateSession(ctx, r)
			}
			switch {
			case err == nil:
				opened.Add(1)
			case reasonOf(err) == "CHALLENGE_INVALID":
				refused.Add(1)
			default:
				return err
			}
			return nil
		})
	}
	if err := racers.Wait(); err != nil {
		t.Error(err)
	}
	sessions := testkit.QueryOne[int](t, w.pool, `SELECT count(*) FROM sessions`)
	// The answer of the one that opened may have been too late. The sessions include that of the registration.
	if opened.Load() > 1 || opened.Load()+refused.Load() != 1000 || sessions != 2 {
		t.Errorf("%d opened, %d refused, %d sessions", opened.Load(), refused.Load(), sessions)
	}
}

// Verifies VERSE-15.
func TestClaimedSessionHasNoPrivileges(t *testing.T) {
	w := newEnvironment(t, 1)
	owner := w.newPerson(t).mustRegister(t)
	stranger := w.newPerson(t)
	stranger.public = owner.public
	lastLogin := func() string {
		return testkit.QueryOne[string](t, w.pool, `SELECT last_login::text FROM users WHERE public_key = $1`,
			owner.public)
	}
	before := lastLogin()
	s, err := stranger.logIn(t, "", "")
	if err != nil || s.GetAssurance() != identityv1.Assurance_ASSURANCE_CLAIMED ||
		s.GetUser().GetPublicKey() != owner.public {
		t.Fatalf("got %v, %v", s, err)
	}
	if a := stranger.sessionAccount(t); a.GetAccount() != "" || a.GetCreateTime() != nil || lastLogin() != before {
		t.Error("a claim acts for the account")
	}
	if _, err := stranger.client.UpdateProfile(stranger.context(t, ""),
		&identityv1.UpdateProfileRequest{XHandle: "stolen"}); reasonOf(err) != "PROOF_REQUIRED" {
		t.Errorf("handle: %v", err)
	}
	if _, err := stranger.client.DeleteSessions(stranger.context(t, ""),
		&identityv1.DeleteSessionsRequest{}); reasonOf(err) != "PROOF_REQUIRED" {
		t.Errorf("everywhere: %v", err)
	}
	if owner.current(t).GetUser() == nil {
		t.Error("the owner was logged out")
	}
	t.Run("and is refused where claims are off", func(t *testing.T) {
		w := newEnvironment(t, 1, "ALLOW_CLAIMED_SESSIONS=false")
		p := w.newPerson(t).mustRegister(t)
		if _, err := p.logIn(t, "", ""); reasonOf(err) != "CLAIMS_OFF" {
			t.Errorf("got %v", err)
		}
		if _, err := p.prove(t); err != nil {
			t.Errorf("a proof: %v", err)
		}
	})
}

// Who registered the hash of a public key would log in all who type that key: the page takes it for a private key.
// Verifies VERSE-30.
func TestHashOfAKeyIsNoKey(t *testing.T) {
	w := newEnvironment(t, 1)
	hash := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	owner, other, next := w.newPerson(t).mustRegister(t), w.newPerson(t).mustRegister(t), w.newPerson(t)
	squatter := w.newPerson(t)
	squatter.public, squatter.visitor, squatter.session = hash(owner.public), other.visitor, other.session
	next.visitor, next.session = owner.visitor, owner.session
	checkRefused := func(when string) {
		t.Helper()
		if _, err := squatter.register(t, ""); reasonOf(err) != "KEY_TAKEN" {
			t.Errorf("%s, registered: %v", when, err)
		}
		if _, err := other.rotate(t, squatter, func(*identityv1.RotateKeyRequest) {}); reasonOf(err) != "KEY_TAKEN" {
			t.Errorf("%s, as the next key: %v", when, err)
		}
	}
	checkRefused("of a key in use")
	if _, err := owner.rotate(t, next, func(*identityv1.RotateKeyRequest) {}); err != nil {
		t.Fatal(err)
	}
	checkRefused("of a replaced key")
	if _, err := other.prove(t); err != nil {
		t.Errorf("after refused replacements: %v", err)
	}
	late, early := w.newPerson(t), w.newPerson(t)
	early.public = hash(late.public)
	early.mustRegister(t)
	if _, err := late.register(t, ""); reasonOf(err) != "KEY_TAKEN" {
		t.Errorf("a key whose hash is registered: %v", err)
	}
}

// A page cannot tell a public key from a private key, so it sends a hash: it claims the public key
// with that hash.
// Verifies VERSE-6.
func TestClaimByHashOfPublicKey(t *testing.T) {
	w := newEnvironment(t, 1)
	owner := w.newPerson(t).mustRegister(t)
	stranger := w.newPerson(t)
	claim := func(r *identityv1.CreateSessionRequest) (*identityv1.Session, error) {
		ctx := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: stranger.visitor, NextSession: newToken()})
		return stranger.client.CreateSession(ctx, r)
	}
	hash := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	s, err := claim(&identityv1.CreateSessionRequest{PublicKey: hash(owner.public)})
	if err != nil || s.GetAssurance() != identityv1.Assurance_ASSURANCE_CLAIMED ||
		s.GetUser().GetPublicKey() != owner.public {
		t.Errorf("got %v, %v", s, err)
	}
	for name, c := range map[string]struct {
		request *identityv1.CreateSessionRequest
		reason  string
	}{
		"empty":     {&identityv1.CreateSessionRequest{PublicKey: hash("x")}, "KEY_UNKNOWN"},
		"too short": {&identityv1.CreateSessionRequest{PublicKey: "12"}, "PUBLIC_KEY_INVALID"},
		"with a proof": {&identityv1.CreateSessionRequest{PublicKey: hash(owner.public), Nonce: "x", Signature: "y"},
			"KEY_UNKNOWN"},
	} {
		if _, err := claim(c.request); reasonOf(err) != c.reason {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Strangers who know a public key open sessions that prove nothing; they stay few, so that all of an
// account's can be ended at once.
// Verifies VERSE-27.
func TestClaimedSessionsOfAnAccountAreBounded(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t).mustRegister(t)
	claimed := *p
	for range 25 {
		claimed.session = ""
		if _, err := claimed.logIn(t, "", ""); err != nil {
			t.Fatal(err)
		}
	}
	counts := make(map[string]int)
	var assurance string
	var n int
	rows, _ := w.pool.Query(t.Context(), `SELECT assurance, count(*) FROM sessions GROUP BY assurance`)
	if _, err := pgx.ForEachRow(rows, []any{&assurance, &n}, func() error {
		counts[assurance] = n
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if want := map[string]int{"claimed": 20, "proven": 1}; !maps.Equal(counts, want) {
		t.Errorf("%v, want %v", counts, want)
	}
	if p.current(t).GetUser() == nil || claimed.current(t).GetUser() == nil {
		t.Error("the proven session or the newest claimed one was ended")
	}
}

func TestSessionsExpireAndLogOut(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t).mustRegister(t)
	elsewhere := *p
	elsewhere.session, elsewhere.visitor = "", "phone"
	if _, err := elsewhere.prove(t); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is no session
		if _, err := p.client.DeleteCurrentSession(p.context(t, ""),
			&identityv1.DeleteCurrentSessionRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	if p.current(t).GetUser() != nil || elsewhere.current(t).GetUser() == nil {
		t.Error("logging out must end only this session")
	}
	if _, err := p.prove(t); err != nil {
		t.Fatal(err)
	}
	if _, err := p.client.DeleteSessions(p.context(t, ""), &identityv1.DeleteSessionsRequest{}); err != nil {
		t.Fatal(err)
	}
	if p.current(t).GetUser() != nil || elsewhere.current(t).GetUser() != nil {
		t.Error("logging out everywhere left a session")
	}
	for _, age := range []string{"last_seen = now() - interval '15 days'", "created_at = now() - interval '91 days'"} {
		if _, err := p.prove(t); err != nil {
			t.Fatal(err)
		}
		testkit.Exec(t, w.pool, `UPDATE sessions SET `+age)
		if p.current(t).GetUser() != nil {
			t.Errorf("goes on with %s", age)
		}
	}
}

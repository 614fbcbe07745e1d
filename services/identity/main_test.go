package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
	"mcwick.example/services/identity/internal/postgres/migrations"
)

const origin = "https://mcwick.example"

// world is an identity service of some replicas on one database.
type world struct {
	replicas []identityv1.IdentityServiceClient
	pool     *pgxpool.Pool
}

func setup(t testing.TB, replicas int, more ...string) *world {
	t.Helper()
	environment := map[string]string{"PUBLIC_ORIGIN": origin, "CHALLENGE_KEY": strings.Repeat("k", 32), "ALLOW_CLAIMED_SESSIONS": "true"}
	for _, setting := range more {
		name, value, _ := strings.Cut(setting, "=")
		environment[name] = value
	}
	w := &world{}
	for range replicas {
		w.replicas = append(w.replicas, identityv1.NewIdentityServiceClient(servicetest.Run(t, serve, migrations.Files, environment)))
		environment["DATABASE_URL"] = os.Getenv("DATABASE_URL") // the same for all
	}
	w.pool = servicetest.Database(t)
	return w
}

// person is somebody with a key pair and a browser.
type person struct {
	world   *world
	client  identityv1.IdentityServiceClient
	visitor string
	public  string
	signing ed25519.PrivateKey
	session string // hash of the token that the browser has
}

func (w *world) person(t testing.TB) *person {
	t.Helper()
	_, signing, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public := sha256.Sum256(signing.Seed()) // any 32 bytes do
	return &person{world: w, client: w.replicas[0], visitor: "v-" + uuid.NewString(), public: hex.EncodeToString(public[:]), signing: signing}
}

func (p *person) verify() string { return hex.EncodeToString(p.signing.Public().(ed25519.PublicKey)) }

// with is the context of a call from this browser; next is the session it would get.
func (p *person) with(t testing.TB, next string) context.Context {
	return rpc.WithCaller(t.Context(), rpc.Caller{Visitor: p.visitor, Session: p.session, NextSession: next})
}

func token() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

func (p *person) challenge(t testing.TB, action identityv1.Action) *identityv1.Challenge {
	t.Helper()
	c, err := p.client.CreateChallenge(p.with(t, ""), &identityv1.CreateChallengeRequest{Action: action, PublicKey: p.public})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sign says what the page would say; change makes it say something else.
func (p *person) sign(c *identityv1.Challenge, action identity.Action, change ...func(*identity.Statement)) string {
	s := identity.Statement{
		Action: action, Origin: origin, PublicKey: identity.PublicKey(p.public), VerifyKey: identity.VerifyKey(p.signing.Public().(ed25519.PublicKey)),
		Nonce: c.GetNonce(), IssuedAt: c.GetIssuedAt(),
	}
	for _, f := range change {
		f(&s)
	}
	return hex.EncodeToString(ed25519.Sign(p.signing, []byte(s.Text())))
}

func (p *person) register(t testing.TB, handle string) (*identityv1.Session, error) {
	t.Helper()
	c := p.challenge(t, identityv1.Action_ACTION_REGISTER)
	next := token()
	s, err := p.client.RegisterKey(p.with(t, next), &identityv1.RegisterKeyRequest{
		PublicKey: p.public, VerifyKey: p.verify(), XHandle: handle, Nonce: c.GetNonce(), Signature: p.sign(c, identity.ActionRegister),
	})
	if err == nil {
		p.session = next
	}
	return s, err
}

func (p *person) mustRegister(t testing.TB) *person {
	t.Helper()
	if _, err := p.register(t, ""); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *person) prove(t testing.TB) (*identityv1.Session, error) {
	t.Helper()
	c := p.challenge(t, identityv1.Action_ACTION_LOGIN)
	return p.logIn(t, c.GetNonce(), p.sign(c, identity.ActionLogin))
}

func (p *person) logIn(t testing.TB, nonce, signature string) (*identityv1.Session, error) {
	t.Helper()
	next := token()
	s, err := p.client.CreateSession(p.with(t, next), &identityv1.CreateSessionRequest{PublicKey: p.public, Nonce: nonce, Signature: signature})
	if err == nil {
		p.session = next
	}
	return s, err
}

func (p *person) current(t testing.TB) *identityv1.Session {
	t.Helper()
	s, err := p.client.GetCurrentSession(p.with(t, ""), &identityv1.GetCurrentSessionRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (p *person) account(t testing.TB) string {
	t.Helper()
	a, err := p.client.LookUpSession(p.with(t, ""), &identityv1.LookUpSessionRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return a.GetAccount()
}

func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	return fault.From(err).Reason
}

func TestAKeyIsRegisteredAndProven(t *testing.T) {
	w := setup(t, 1)
	p := w.person(t)
	if got := p.current(t); got.GetUser() != nil || p.account(t) != "" {
		t.Errorf("before: %v", got)
	}
	session, err := p.register(t, "@Wick_Watcher")
	want := &identityv1.Session{User: &identityv1.User{PublicKey: p.public, XHandle: "@Wick_Watcher"}, Assurance: identityv1.Assurance_ASSURANCE_PROVEN}
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
			t.Error("it goes on")
		}
	})
	t.Run("another pair under the same public key is refused", func(t *testing.T) {
		thief := w.person(t)
		thief.public = p.public
		if _, err := thief.register(t, ""); reasonOf(err) != "KEY_TAKEN" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a handle is worn by one, whichever letters are large", func(t *testing.T) {
		if _, err := w.person(t).register(t, "wick_watcher"); reasonOf(err) != "HANDLE_TAKEN" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no handle is a random one", func(t *testing.T) {
		s, err := w.person(t).register(t, "")
		if err != nil || !strings.HasPrefix(s.GetUser().GetXHandle(), "@mcanon") {
			t.Errorf("got %v, %v", s, err)
		}
	})
}

func TestWhatIsRefused(t *testing.T) {
	w := setup(t, 1)
	p := w.person(t).mustRegister(t)
	other := w.person(t).mustRegister(t)
	action := identityv1.Action_ACTION_LOGIN
	for name, attack := range map[string]func(t *testing.T) error{
		"a signature for another origin": func(t *testing.T) error {
			c := p.challenge(t, action)
			_, err := p.logIn(t, c.GetNonce(), p.sign(c, identity.ActionLogin, func(s *identity.Statement) { s.Origin = "https://mcwick.evil" }))
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
				s.PublicKey, s.VerifyKey = identity.PublicKey(p.public), identity.VerifyKey(p.signing.Public().(ed25519.PublicKey))
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
		"a second try on one challenge": func(t *testing.T) error {
			c := p.challenge(t, action)
			if _, err := p.logIn(t, c.GetNonce(), strings.Repeat("00", ed25519.SignatureSize)); reasonOf(err) != "SIGNATURE_INVALID" {
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
				t.Error("the attack ended the session that was there")
			}
		})
	}
	t.Run("weak keys", func(t *testing.T) {
		weak := w.person(t)
		c := weak.challenge(t, identityv1.Action_ACTION_REGISTER)
		_, err := weak.client.RegisterKey(weak.with(t, token()), &identityv1.RegisterKeyRequest{
			PublicKey: weak.public, VerifyKey: "01" + strings.Repeat("00", 31), Nonce: c.GetNonce(), Signature: strings.Repeat("00", 64), XHandle: "<script>",
		})
		got := fault.From(err)
		want := []fault.Field{{Name: "verifyKey", Message: "That is no key to check signatures with."}, {Name: "xHandle", Message: "Please enter a valid X username"}}
		if !cmp.Equal(got.Fields, want) {
			t.Errorf("got %v", got.Fields)
		}
	})
	t.Run("unknown keys", func(t *testing.T) {
		stranger := w.person(t)
		_, err := stranger.client.CreateChallenge(stranger.with(t, ""), &identityv1.CreateChallengeRequest{Action: action, PublicKey: stranger.public})
		if f := fault.From(err); f.Kind != fault.KindNotFound || f.Message != "Sorry that key doesn't exist, broh!" {
			t.Errorf("challenge: %v", err)
		}
		if _, err := stranger.logIn(t, "", ""); !errors.Is(fault.From(err), identity.ErrKeyUnknown) {
			t.Errorf("claim: %v", err)
		}
	})
	t.Run("calls of nobody", func(t *testing.T) {
		_, err := p.client.CreateChallenge(t.Context(), &identityv1.CreateChallengeRequest{Action: action, PublicKey: p.public})
		if reasonOf(err) != "VISITOR_REQUIRED" {
			t.Errorf("got %v", err)
		}
		_, err = p.client.CreateChallenge(p.with(t, ""), &identityv1.CreateChallengeRequest{PublicKey: p.public})
		if reasonOf(err) != "ACTION_INVALID" {
			t.Errorf("got %v", err)
		}
	})
}

// A challenge opens one session, however many send it at a time and wherever.
func TestOneOfAThousandRedeems(t *testing.T) {
	w := setup(t, 3)
	p := w.person(t).mustRegister(t)
	c := p.challenge(t, identityv1.Action_ACTION_LOGIN)
	signature := p.sign(c, identity.ActionLogin)
	var opened, refused atomic.Int32
	var racers sync.WaitGroup
	begin := make(chan struct{})
	for i := range 1000 {
		racers.Go(func() {
			<-begin
			ctx := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: p.visitor, NextSession: token()})
			r := &identityv1.CreateSessionRequest{PublicKey: p.public, Nonce: c.GetNonce(), Signature: signature}
			_, err := w.replicas[i%3].CreateSession(ctx, r)
			for reasonOf(err) == "BUSY" { // more at a time than a replica takes
				_, err = w.replicas[i%3].CreateSession(ctx, r)
			}
			switch {
			case err == nil:
				opened.Add(1)
			case reasonOf(err) == "CHALLENGE_INVALID":
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	close(begin)
	racers.Wait()
	var sessions int
	if err := w.pool.QueryRow(t.Context(), `SELECT count(*) FROM sessions`).Scan(&sessions); err != nil {
		t.Fatal(err)
	}
	if opened.Load() != 1 || refused.Load() != 999 || sessions != 2 { // with the one of the registration
		t.Errorf("%d opened, %d refused, %d sessions", opened.Load(), refused.Load(), sessions)
	}
}

func TestAClaimMayNothing(t *testing.T) {
	w := setup(t, 1)
	owner := w.person(t).mustRegister(t)
	stranger := w.person(t)
	stranger.public = owner.public
	lastLogin := func() (at string) {
		if err := w.pool.QueryRow(t.Context(), `SELECT last_login::text FROM users WHERE public_key = $1`, owner.public).Scan(&at); err != nil {
			t.Fatal(err)
		}
		return at
	}
	before := lastLogin()
	s, err := stranger.logIn(t, "", "")
	if err != nil || s.GetAssurance() != identityv1.Assurance_ASSURANCE_CLAIMED || s.GetUser().GetPublicKey() != owner.public {
		t.Fatalf("got %v, %v", s, err)
	}
	if stranger.account(t) != "" || lastLogin() != before {
		t.Error("a claim acts for the account")
	}
	if _, err := stranger.client.UpdateProfile(stranger.with(t, ""), &identityv1.UpdateProfileRequest{XHandle: "stolen"}); reasonOf(err) != "PROOF_REQUIRED" {
		t.Errorf("handle: %v", err)
	}
	if _, err := stranger.client.DeleteSessions(stranger.with(t, ""), &identityv1.DeleteSessionsRequest{}); reasonOf(err) != "PROOF_REQUIRED" {
		t.Errorf("everywhere: %v", err)
	}
	if owner.current(t).GetUser() == nil {
		t.Error("the owner was logged out")
	}
	t.Run("and is refused where claims are off", func(t *testing.T) {
		w := setup(t, 1, "ALLOW_CLAIMED_SESSIONS=false")
		p := w.person(t).mustRegister(t)
		if _, err := p.logIn(t, "", ""); reasonOf(err) != "CLAIMS_OFF" {
			t.Errorf("got %v", err)
		}
		if _, err := p.prove(t); err != nil {
			t.Errorf("a proof: %v", err)
		}
	})
}

func TestAHandleIsChangedByItsOwner(t *testing.T) {
	w := setup(t, 1)
	p := w.person(t).mustRegister(t)
	for handle, reason := range map[string]string{"@new_name": "", "<b>": "HANDLE_INVALID", "": "HANDLE_INVALID"} {
		_, err := p.client.UpdateProfile(p.with(t, ""), &identityv1.UpdateProfileRequest{XHandle: handle})
		if reasonOf(err) != reason {
			t.Errorf("%q: %v", handle, err)
		}
	}
	if _, err := p.prove(t); err != nil || p.current(t).GetUser().GetXHandle() != "@new_name" {
		t.Errorf("kept %v, %v", p.current(t), err)
	}
	other := w.person(t).mustRegister(t)
	if _, err := other.client.UpdateProfile(other.with(t, ""), &identityv1.UpdateProfileRequest{XHandle: "New_Name"}); reasonOf(err) != "HANDLE_TAKEN" {
		t.Errorf("taken: %v", err)
	}
}

func TestSessionsEnd(t *testing.T) {
	w := setup(t, 1)
	p := w.person(t).mustRegister(t)
	elsewhere := *p
	elsewhere.session, elsewhere.visitor = "", "phone"
	if _, err := elsewhere.prove(t); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time nobody is logged in
		if _, err := p.client.DeleteCurrentSession(p.with(t, ""), &identityv1.DeleteCurrentSessionRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	if p.current(t).GetUser() != nil || elsewhere.current(t).GetUser() == nil {
		t.Error("logging out here must log out here alone")
	}
	if _, err := p.prove(t); err != nil {
		t.Fatal(err)
	}
	if _, err := p.client.DeleteSessions(p.with(t, ""), &identityv1.DeleteSessionsRequest{}); err != nil {
		t.Fatal(err)
	}
	if p.current(t).GetUser() != nil || elsewhere.current(t).GetUser() != nil {
		t.Error("logging out everywhere left a session")
	}
	for _, age := range []string{"last_seen = now() - interval '15 days'", "created_at = now() - interval '91 days'"} {
		if _, err := p.prove(t); err != nil {
			t.Fatal(err)
		}
		if _, err := w.pool.Exec(t.Context(), `UPDATE sessions SET `+age); err != nil {
			t.Fatal(err)
		}
		if p.current(t).GetUser() != nil {
			t.Errorf("goes on with %s", age)
		}
	}
}

func TestAKeyIsReplaced(t *testing.T) {
	w := setup(t, 1)
	p, next := w.person(t), w.person(t)
	if _, err := p.register(t, "@keeper"); err != nil {
		t.Fatal(err)
	}
	account := p.account(t)
	elsewhere := *p
	next.visitor, next.session = p.visitor, p.session
	rotate := func(change func(*identityv1.RotateKeyRequest)) (*identityv1.Session, error) {
		c := p.challenge(t, identityv1.Action_ACTION_ROTATE)
		both := func(s *identity.Statement) {
			s.PublicKey, s.VerifyKey = identity.PublicKey(p.public), identity.VerifyKey(p.signing.Public().(ed25519.PublicKey))
			s.NewPublicKey, s.NewVerifyKey = identity.PublicKey(next.public), identity.VerifyKey(next.signing.Public().(ed25519.PublicKey))
		}
		r := &identityv1.RotateKeyRequest{
			PublicKey: p.public, NewPublicKey: next.public, NewVerifyKey: next.verify(), Nonce: c.GetNonce(),
			Signature: p.sign(c, identity.ActionRotate, both), NewSignature: next.sign(c, identity.ActionRotate, both),
		}
		change(r)
		to := token()
		s, err := p.client.RotateKey(next.with(t, to), r)
		if err == nil {
			next.session = to
		}
		return s, err
	}
	for name, change := range map[string]func(*identityv1.RotateKeyRequest){
		"without the old key": func(r *identityv1.RotateKeyRequest) { r.Signature = r.NewSignature },
		"without the new key": func(r *identityv1.RotateKeyRequest) { r.NewSignature = r.Signature },
	} {
		if _, err := rotate(change); reasonOf(err) != "SIGNATURE_INVALID" {
			t.Errorf("%s: %v", name, err)
		}
	}
	s, err := rotate(func(*identityv1.RotateKeyRequest) {})
	if err != nil || s.GetUser().GetPublicKey() != next.public || s.GetUser().GetXHandle() != "@keeper" {
		t.Fatalf("got %v, %v", s, err)
	}
	if elsewhere.current(t).GetUser() != nil || next.account(t) != account {
		t.Error("the account is not carried over to the new key alone")
	}
	if _, err := p.logIn(t, "", ""); reasonOf(err) != "KEY_UNKNOWN" {
		t.Errorf("the old key: %v", err)
	}
	if _, err := p.register(t, ""); reasonOf(err) != "KEY_TAKEN" {
		t.Errorf("the old key again: %v", err)
	}
	if _, err := next.prove(t); err != nil {
		t.Errorf("the new key: %v", err)
	}
}

// What a device made goes to the first account that it proves, and to no second one.
func TestADeviceIsLinkedOnce(t *testing.T) {
	w := setup(t, 1)
	claimed := w.person(t).mustRegister(t)
	first, second, last := w.person(t), w.person(t), w.person(t)
	first.public = claimed.public
	if _, err := first.logIn(t, "", ""); err != nil { // links nothing
		t.Fatal(err)
	}
	first = w.person(t)
	second.visitor = first.visitor
	for _, p := range []*person{first, second, last} {
		p.mustRegister(t)
	}
	told := make(map[string][]string)
	testkit.ReadTopic(t, testkit.Kafka(t), identityv1.TopicUser, "what the devices proved", func(m kafka.Message) bool {
		var linked identityv1.DeviceLinked
		if err := proto.Unmarshal(m.Value, &linked); err != nil {
			t.Fatal(err)
		}
		if string(m.Key) != linked.GetVisitor() || linked.GetLinkTime() == nil {
			t.Errorf("%s: %v", m.Key, &linked)
		}
		told[linked.GetVisitor()] = append(told[linked.GetVisitor()], linked.GetAccount())
		return told[first.visitor] != nil && told[last.visitor] != nil
	})
	want := []string{first.account(t)}
	if got := told[first.visitor]; !cmp.Equal(got, want) {
		t.Errorf("the device went to %v, want %v", got, want)
	}
}

func TestIndecentHandlesAreRefused(t *testing.T) {
	w := setup(t, 1)
	const handle = "The_5luT"
	p := w.person(t).mustRegister(t)
	for name, try := range map[string]func() error{
		"registering": func() error { _, err := w.person(t).register(t, handle); return err },
		"a profile": func() error {
			_, err := p.client.UpdateProfile(p.with(t, ""), &identityv1.UpdateProfileRequest{XHandle: handle})
			return err
		},
		"early access": func() error {
			_, err := p.client.RequestEarlyAccess(p.with(t, ""), &identityv1.RequestEarlyAccessRequest{XHandle: handle})
			return err
		},
	} {
		f := fault.From(try())
		if f == nil || f.Kind != fault.KindInvalid || f.Reason != "TEXT_INDECENT" || len(f.Fields) != 1 || f.Fields[0].Name != "xHandle" {
			t.Errorf("%s: %v", name, f)
		}
	}
	var kept int
	err := w.pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM users WHERE x_handle ILIKE '%luT') + (SELECT count(*) FROM early_access_users)`).Scan(&kept)
	if err != nil || kept != 0 {
		t.Errorf("%d were kept, %v", kept, err)
	}
}

func TestEarlyAccessIsTheSameForAll(t *testing.T) {
	w := setup(t, 1)
	p := w.person(t)
	for _, handle := range []string{"@early", "early", "@EARLY"} {
		if _, err := p.client.RequestEarlyAccess(p.with(t, ""), &identityv1.RequestEarlyAccessRequest{XHandle: handle}); err != nil {
			t.Errorf("%s: %v", handle, err)
		}
	}
	if _, err := p.client.RequestEarlyAccess(p.with(t, ""), &identityv1.RequestEarlyAccessRequest{XHandle: "no no"}); reasonOf(err) != "HANDLE_INVALID" {
		t.Errorf("got %v", err)
	}
	var rows int
	if err := w.pool.QueryRow(t.Context(), `SELECT count(*) FROM early_access_users WHERE x_handle = '@early'`).Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

func TestOperatorsAreTakenAsEverywhere(t *testing.T) {
	servicetest.TakesOperators(t, migrations.Files, os.DirFS("../../platform/operator/testdata/migrations"), func() { setup(t, 1) })
}

func TestTablesAreThePlatforms(t *testing.T) {
	testkit.SameTable(t, "outbox", os.DirFS("../../platform/events/testdata/migrations"), migrations.Files)
}

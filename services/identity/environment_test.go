package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"maps"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

const origin = "https://mcwick.example"

// environment is an identity service with several replicas on one database.
type environment struct {
	*servicetest.Instance[configuration] // the last replica
	replicas                             []identityv1.IdentityServiceClient
	pool                                 *pgxpool.Pool
}

func newEnvironment(t testing.TB, replicas int, more ...string) *environment {
	t.Helper()
	variables := map[string]string{"PUBLIC_ORIGIN": origin, "CHALLENGE_KEY": strings.Repeat("k", 32),
		"ALLOW_CLAIMED_SESSIONS": "true"}
	maps.Copy(variables, servicetest.OperatorEnvironment(t))
	for _, setting := range more {
		name, value, _ := strings.Cut(setting, "=")
		variables[name] = value
	}
	w := &environment{}
	for range replicas {
		variables["OPERATOR_ADDR"] = testkit.FreeAddr(t)
		w.Instance = servicetest.New(t, spec, variables)
		w.Start(t)
		w.replicas = append(w.replicas, identityv1.NewIdentityServiceClient(w.Conn))
		variables["DATABASE_URL"] = w.Environment["DATABASE_URL"] // the same for all
	}
	w.pool = w.Database(t)
	return w
}

// person is a visitor with a key pair and a browser.
type person struct {
	environment *environment
	client      identityv1.IdentityServiceClient
	visitor     string
	public      string
	signing     ed25519.PrivateKey
	session     string // hash of the token in the browser
}

func (w *environment) newPerson(t testing.TB) *person {
	t.Helper()
	_, signing, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public := sha256.Sum256(signing.Seed()) // any 32 bytes do
	return &person{environment: w, client: w.replicas[0], visitor: "v-" + uuid.NewString(),
		public: hex.EncodeToString(public[:]), signing: signing}
}

func (p *person) verify() string { return hex.EncodeToString(p.signing.Public().(ed25519.PublicKey)) }

// context returns the context of a call from this browser; next is the session that a log-in would
// open.
func (p *person) context(t testing.TB, next string) context.Context {
	return rpc.WithCaller(t.Context(), rpc.Caller{Visitor: p.visitor, Session: p.session, NextSession: next})
}

func newToken() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

func (p *person) challenge(t testing.TB, action identityv1.Action) *identityv1.Challenge {
	t.Helper()
	c, err := p.client.CreateChallenge(p.context(t, ""),
		&identityv1.CreateChallengeRequest{Action: action, PublicKey: p.public})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sign signs the statement that the page would sign; change alters it.
func (p *person) sign(c *identityv1.Challenge, action identity.Action, change ...func(*identity.Statement)) string {
	s := identity.Statement{
		Action: action, Origin: origin, PublicKey: identity.PublicKey(p.public),
		VerifyKey: identity.VerifyKey(p.signing.Public().(ed25519.PublicKey)),
		Nonce:     c.GetNonce(), IssuedAt: c.GetIssuedAt(),
	}
	for _, f := range change {
		f(&s)
	}
	return hex.EncodeToString(ed25519.Sign(p.signing, []byte(s.Text())))
}

func (p *person) register(t testing.TB, handle string) (*identityv1.Session, error) {
	t.Helper()
	c := p.challenge(t, identityv1.Action_ACTION_REGISTER)
	next := newToken()
	s, err := p.client.RegisterKey(p.context(t, next), &identityv1.RegisterKeyRequest{
		PublicKey: p.public, VerifyKey: p.verify(), XHandle: handle, Nonce: c.GetNonce(),
		Signature: p.sign(c, identity.ActionRegister),
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

func (p *person) prove(t testing.TB, change ...func(*identityv1.CreateSessionRequest)) (*identityv1.Session, error) {
	t.Helper()
	c := p.challenge(t, identityv1.Action_ACTION_LOGIN)
	return p.logIn(t, c.GetNonce(), p.sign(c, identity.ActionLogin), change...)
}

// logIn logs in, with a request that change alters before it is sent.
func (p *person) logIn(
	t testing.TB, nonce, signature string, change ...func(*identityv1.CreateSessionRequest),
) (*identityv1.Session, error) {
	t.Helper()
	next := newToken()
	r := &identityv1.CreateSessionRequest{PublicKey: p.public, Nonce: nonce, Signature: signature}
	for _, f := range change {
		f(r)
	}
	s, err := p.client.CreateSession(p.context(t, next), r)
	if err == nil {
		p.session = next
	}
	return s, err
}

func (p *person) current(t testing.TB) *identityv1.Session {
	t.Helper()
	s, err := p.client.GetCurrentSession(p.context(t, ""), &identityv1.GetCurrentSessionRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (p *person) account(t testing.TB) string {
	t.Helper()
	return p.sessionAccount(t).GetAccount()
}

func (p *person) sessionAccount(t testing.TB) *identityv1.SessionAccount {
	t.Helper()
	a, err := p.client.LookUpSession(p.context(t, ""), &identityv1.LookUpSessionRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	return fault.From(err).Reason
}

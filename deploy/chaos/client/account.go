package client

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"mcwick.example/deploy/chaos/history"
	"mcwick.example/deploy/internal/wait"
)

// key is a pair as the page makes it, from the visitor's dice.
type key struct {
	signing ed25519.PrivateKey
	public  string
}

func (k key) verify() string { return hex.EncodeToString(k.signing.Public().(ed25519.PublicKey)) }

// keys are those that may be the account's: the first is tried first. A rotation whose outcome is
// unknown leaves two.
type keys struct {
	registered bool
	possible   []key
}

func (v *Visitor) newKeyPair() key {
	seed := make([]byte, ed25519.SeedSize)
	for i := range seed {
		seed[i] = byte(v.dice.UintN(256))
	}
	public := sha256.Sum256(seed) // any 32 bytes do
	return key{ed25519.NewKeyFromSeed(seed), hex.EncodeToString(public[:])}
}

// challenge asks for a nonce, and gives the statement to be signed over it.
func (v *Visitor) challenge(
	ctx context.Context, action string, k key, more ...string,
) (nonce, statement string, ok bool) {
	call := v.repeat(ctx, request{
		operation: history.Challenge, method: http.MethodPost, path: "/api/v1/identity/challenges",
		body: map[string]string{"action": "ACTION_" + strings.ToUpper(action), "publicKey": k.public},
	})
	lines := []string{"mcwick-auth-v1", "action: " + action, "origin: " + v.browser.URL, "public_key: " + k.public,
		"verify_key: " + k.verify()}
	lines = append(append(lines, more...), "nonce: "+call.Answer.Nonce, "issued_at: "+call.Answer.IssuedAt)
	return call.Answer.Nonce, strings.Join(lines, "\n"), call.Outcome == history.Acknowledged
}

func (k key) sign(statement string) string {
	return hex.EncodeToString(ed25519.Sign(k.signing, []byte(statement)))
}

// useAccount does something with the visitor's account, and registers one first.
func (v *Visitor) useAccount(ctx context.Context) {
	switch {
	case !v.keys.registered:
		v.register(ctx)
	case !v.hasSession():
		v.logIn(ctx)
	default:
		defer v.readSessionConcurrently(ctx)()
		[]func(context.Context){v.logIn, v.rotate, v.logOut, v.logOutEverywhere}[v.dice.IntN(4)](ctx)
	}
}

// readSessionConcurrently asks who the current cookie is, while its session may be ended, until
// done is called.
func (v *Visitor) readSessionConcurrently(ctx context.Context) (done func()) {
	value, _ := v.currentSession(nil)
	ctx, cancel := context.WithCancel(ctx)
	var looking sync.WaitGroup
	looking.Go(func() {
		for ctx.Err() == nil {
			v.do(context.WithoutCancel(ctx), v.getSession(&value))
			wait.Sleep(ctx, 30*time.Millisecond)
		}
	})
	return func() { cancel(); looking.Wait() }
}

func (v *Visitor) register(ctx context.Context) {
	if v.keys.possible == nil {
		v.keys.possible = []key{v.newKeyPair()}
	}
	k := v.keys.possible[0]
	nonce, statement, ok := v.challenge(ctx, "register", k)
	if !ok {
		return
	}
	call := v.registerOnce(ctx, history.Register, "/api/v1/identity/keys", map[string]string{
		"publicKey": k.public, "verifyKey": k.verify(), "nonce": nonce, "signature": k.sign(statement),
	})
	v.keys.registered = call.Outcome == history.Acknowledged
}

func (v *Visitor) logIn(ctx context.Context) {
	k := v.keys.possible[0]
	nonce, statement, ok := v.challenge(ctx, "login", k)
	if !ok {
		return
	}
	call := v.registerOnce(ctx, history.LogIn, "/api/v1/sessions",
		map[string]string{"publicKey": k.public, "nonce": nonce, "signature": k.sign(statement)})
	if call.Outcome == history.Acknowledged {
		v.keys.possible = v.keys.possible[:1]
	} else if n := len(v.keys.possible); n > 1 { // the other one next time
		v.keys.possible = append(slices.Clone(v.keys.possible[1:]), k)
	}
}

func (v *Visitor) rotate(ctx context.Context) {
	if len(v.keys.possible) > 1 { // one has to be known first
		v.logIn(ctx)
		return
	}
	old, successor := v.keys.possible[0], v.newKeyPair()
	nonce, statement, ok := v.challenge(ctx, "rotate", old, "new_public_key: "+successor.public, "new_verify_key: "+
		successor.verify())
	if !ok {
		return
	}
	call := v.registerOnce(ctx, history.Rotate, "/api/v1/identity/keys/rotate", map[string]string{
		"publicKey": old.public, "newPublicKey": successor.public, "newVerifyKey": successor.verify(), "nonce": nonce,
		"signature": old.sign(statement), "newSignature": successor.sign(statement),
	})
	switch call.Outcome {
	case history.Acknowledged:
		v.keys.possible = []key{successor}
	case history.Unknown:
		v.keys.possible = []key{successor, old}
	}
}

func (v *Visitor) logOut(ctx context.Context) { v.end(ctx, history.LogOut, "/api/v1/sessions/current") }

func (v *Visitor) logOutEverywhere(ctx context.Context) {
	v.end(ctx, history.LogOutEverywhere, "/api/v1/sessions")
}

func (v *Visitor) end(ctx context.Context, o history.Operation, path string) {
	call := v.repeat(ctx, request{operation: o, method: http.MethodDelete, path: path})
	if call.Outcome == history.Refused { // it was ended before
		v.forgetSession()
	}
}

// registerOnce makes a call that a challenge can be used for once.
func (v *Visitor) registerOnce(ctx context.Context, o history.Operation, path string, body any) history.Call {
	return v.do(ctx, request{operation: o, method: http.MethodPost, path: path, body: body, timeout: v.timeout()})
}

// readSessions asks who the cookies are that this browser ever had: the current one, and some of
// the others.
func (v *Visitor) readSessions(ctx context.Context) {
	current, _ := v.currentSession(nil)
	for _, value := range v.everySession() {
		if value == current || v.dice.IntN(3) == 0 {
			v.repeat(ctx, v.getSession(&value))
		}
	}
}

func (v *Visitor) getSession(with *string) request {
	return request{
		operation: history.GetSession, method: http.MethodGet, path: "/api/v1/sessions/current", with: with,
		timeout: 12 * time.Second,
	}
}

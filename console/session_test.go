package main

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"mcwick.example/platform/operator"
	"mcwick.example/platform/testkit"
)

const (
	getCase  = "/calls/moderation/moderation.v1.CaseOperatorService/GetCase"
	caseBody = `{"subject": {"kind": "SUBJECT_KIND_PICTURE", "id": "p1"}}`
)

// Verifies MOD-71.
func TestCallsHaveTheTokenOfTheOperatorWhoIsSignedIn(t *testing.T) {
	e := newEnvironment(t)
	first, second := e.newBrowser(t), e.newBrowser(t)
	for token, b := range map[string]browser{"token-a": first, "token-l": second} {
		if a := b.signIn(t, token); a.status != http.StatusNoContent {
			t.Fatalf("sign-in: %+v", a)
		}
	}
	for _, b := range []browser{first, second, first} {
		if a := b.send(t, http.MethodPost, getCase, caseBody); a.status != http.StatusOK ||
			!strings.Contains(a.body, `"id":"p1"`) {
			t.Errorf("call: %+v", a)
		}
	}
	if got := strings.Join(e.operators, " "); got != "ada lin ada" {
		t.Errorf("the service saw %q", got)
	}
}

// Verifies MOD-69.
func TestSessionCookieIsOutOfReachOfScriptsAndOtherSites(t *testing.T) {
	b := newEnvironment(t).newBrowser(t)
	cookie := b.signIn(t, "token-a").header.Get("Set-Cookie")
	for _, attribute := range []string{"__Host-console=", "; Path=/", "; HttpOnly", "; Secure", "; SameSite=Strict"} {
		if !strings.Contains(cookie, attribute) {
			t.Errorf("no %q in %q", attribute, cookie)
		}
	}
	for _, attribute := range []string{"token-a", "Domain=", "Expires=", "Max-Age="} {
		if strings.Contains(cookie, attribute) {
			t.Errorf("%q in %q", attribute, cookie)
		}
	}
}

func TestSignInRefusesUnknownTokens(t *testing.T) {
	e := newEnvironment(t)
	b := e.newBrowser(t)
	for token, want := range map[string]string{"token": "OPERATOR_UNKNOWN", "": "TOKEN_MISSING"} {
		if a := b.signIn(t, token); a.header.Get("McWick-Code") != want || a.header.Get("Set-Cookie") != "" {
			t.Errorf("token %q: %+v", token, a)
		}
	}
	if a := b.send(t, http.MethodPost, "/session", `{"token":"`+strings.Repeat("t", maxToken)+`"}`); a.status < 400 {
		t.Errorf("too long: %+v", a)
	}
	for _, path := range []string{getCase, "/session"} {
		if a := b.send(t, http.MethodPost, path, caseBody); a.status < 400 {
			t.Errorf("%s without a session: %+v", path, a)
		}
	}
	if len(e.operators) != 0 {
		t.Errorf("the service saw %q", e.operators)
	}
}

// Verifies MOD-70, SEC-5.
func TestFailedSignInsAreLimitedAndLockNoOperatorOut(t *testing.T) {
	e := newEnvironment(t)
	b := e.newBrowser(t)
	var refused, limited int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 2 * maxFailures {
		all.Go(func() {
			a := b.signIn(t, "token")
			mu.Lock()
			defer mu.Unlock()
			switch a.header.Get("McWick-Code") {
			case "OPERATOR_UNKNOWN":
				refused++
			case "SIGN_IN_LIMITED":
				limited++
			}
		})
	}
	all.Wait()
	if refused != maxFailures || limited != maxFailures {
		t.Errorf("%d were refused, and %d limited", refused, limited)
	}
	if n := len(e.logged.Events(t)); n != 2*maxFailures {
		t.Errorf("%d security events", n)
	}
	if a := b.signIn(t, "token-a"); a.status != http.StatusNoContent {
		t.Errorf("a valid token: %+v", a)
	}
	e.now = e.now.Add(failureInterval)
	if a := b.signIn(t, "token"); a.header.Get("McWick-Code") != "OPERATOR_UNKNOWN" {
		t.Errorf("a second later: %+v", a)
	}
}

func TestSessionIdChangesAtSignIn(t *testing.T) {
	b := newEnvironment(t).newBrowser(t)
	first := b.signIn(t, "token-a").header.Get("Set-Cookie")
	planted, _, _ := strings.Cut(first, ";")
	second := b.signIn(t, "token-a").header.Get("Set-Cookie")
	if second == "" || first == second {
		t.Fatalf("cookies %q and %q", first, second)
	}
	other := browser{&http.Client{Transport: b.Transport}, b.url}
	if a := other.send(t, http.MethodPost, getCase, caseBody, "Cookie", planted); a.header.Get("McWick-Code") != "SIGNED_OUT" {
		t.Errorf("the id before: %+v", a)
	}
}

// Verifies MOD-69.
func TestSignOutEndsTheSession(t *testing.T) {
	b := newEnvironment(t).newBrowser(t)
	cookie, _, _ := strings.Cut(b.signIn(t, "token-a").header.Get("Set-Cookie"), ";")
	if a := b.send(t, http.MethodDelete, "/session", ""); a.status != http.StatusNoContent {
		t.Fatalf("sign-out: %+v", a)
	}
	if a := b.send(t, http.MethodPost, getCase, caseBody, "Cookie", cookie); a.status != http.StatusUnauthorized {
		t.Errorf("the old cookie: %+v", a)
	}
}

// Verifies MOD-69.
func TestCallUnderWayDoesNotUndoTheSignOut(t *testing.T) {
	e := newEnvironment(t)
	b := e.newBrowser(t)
	cookie, _, _ := strings.Cut(b.signIn(t, "token-a").header.Get("Set-Cookie"), ";")
	began, release := make(chan struct{}), make(chan struct{})
	e.onCase = func() { close(began); <-release }
	var call sync.WaitGroup
	call.Go(func() { b.send(t, http.MethodPost, getCase, caseBody) })
	<-began
	if a := b.send(t, http.MethodDelete, "/session", ""); a.status != http.StatusNoContent {
		t.Errorf("sign-out: %+v", a)
	}
	close(release)
	call.Wait()
	e.onCase = nil
	if a := b.send(t, http.MethodPost, getCase, caseBody, "Cookie", cookie); a.status != http.StatusUnauthorized {
		t.Errorf("the old cookie: %+v", a)
	}
}

// Verifies MOD-69.
func TestWithdrawnTokenEndsItsSessions(t *testing.T) {
	e := newEnvironment(t)
	b := e.newBrowser(t)
	b.signIn(t, "token-a")
	e.writeCredentials(t, operator.CredentialLine("lin", "token-l"))
	testkit.Eventually(t, "calls are refused", func() bool {
		return b.send(t, http.MethodPost, getCase, caseBody).header.Get("McWick-Code") == "OPERATOR_UNKNOWN"
	})
}

func TestRequestsOfOtherSitesAreRefused(t *testing.T) {
	e := newEnvironment(t)
	b := e.newBrowser(t)
	b.signIn(t, "token-a")
	for name, headers := range map[string][]string{
		"another site":              {"Sec-Fetch-Site", "cross-site"},
		"another origin":            {"Origin", "https://attacker.example"},
		"a form":                    {"Connect-Protocol-Version", "", "Content-Type", "text/plain"},
		"a form that looks like us": {"Connect-Protocol-Version", ""},
	} {
		if a := b.send(t, http.MethodPost, getCase, caseBody, headers...); a.status < 400 {
			t.Errorf("%s: %+v", name, a)
		}
	}
	if len(e.operators) != 0 {
		t.Errorf("the service saw %q", e.operators)
	}
}

// Verifies MOD-69.
func TestSessionEndsWhenItIsIdleOrOld(t *testing.T) {
	s := newSessions(backend{}, time.Now, nil)
	if s.manager.IdleTimeout != 30*time.Minute || s.manager.Lifetime != 12*time.Hour {
		t.Errorf("idle %s, at most %s", s.manager.IdleTimeout, s.manager.Lifetime)
	}
}

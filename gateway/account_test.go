package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
)

// logIn opens a session, whose account the gateway does not know yet.
func (w *environment) logIn(t *testing.T) (account string) {
	t.Helper()
	w.do(t, "GET", "/api/v1/sessions/current", "")
	resp, _ := w.do(t, "POST", "/api/v1/sessions", proof)
	cookie := sessionCookie(resp)
	if cookie == nil {
		t.Fatal(resp.Status)
	}
	w.gateway.accounts.cache.InvalidateAll()
	return "account of " + hashOf(cookie.Value)
}

// accountCalls are the calls whose services use the account of the caller.
var accountCalls = []struct{ method, path, body string }{
	{"PUT", "/api/v1/images/x/like", ""},
	{"POST", "/api/v1/artworks/x/publications", "{}"},
	{"DELETE", "/api/v1/publications/x", ""},
	{"GET", "/api/v1/publications", ""},
}

// moreAccountCalls are others, which the fake services refuse.
var moreAccountCalls = []struct{ method, path, body string }{
	{"POST", "/api/v1/publications/x/appeals", "{}"},
	{"POST", "/api/v1/videos/x/share", "{}"},
	{"GET", "/api/v1/shared-videos", ""},
	{"DELETE", "/api/v1/shared-videos/x", ""},
	{"GET", "/api/v1/shared-videos/x/moderation", ""},
	{"POST", "/api/v1/shared-videos/x/appeals", "{}"},
	{"PUT", "/api/v1/profile/candle", "{}"},
}

// deviceCalls are some of those that do not.
var deviceCalls = []struct{ method, path, body string }{
	{"GET", "/api/v1/images", ""},
	{"GET", "/api/v1/images/x", ""},
	{"GET", "/api/v1/wall/entries?wall=WALL_FAME", ""},
	{"GET", "/api/v1/shared-videos/v1", ""},
	{"GET", "/gallery/x", ""},
	{"GET", "/bictok/v1", ""},
	{"GET", "/", ""},
	{"GET", "/config.json", ""},
	{"GET", "/media/memes/x.png", ""},
	{"POST", "/api/v1/jobs", `{"meme":{}}`},
	{"GET", "/api/v1/jobs/j1", ""},
	{"GET", "/api/v1/jobs/j1/events", ""},
	{"GET", "/api/v1/speeches/s1", ""},
	{"POST", "/api/v1/publications/x/reports", "{}"},
	{"POST", "/api/v1/wall/nominations", "{}"},
}

// newUnlimitedEnvironment returns an environment whose requests count nowhere, because other tests
// come from the same address, and a session in it.
func newUnlimitedEnvironment(t *testing.T) (w *environment, account string) {
	t.Helper()
	w = newEnvironment(t)
	all := make(limits.Config)
	for kind := range w.gateway.limits.get() {
		all[kind] = limits.Scopes{}
	}
	w.setLimits(t, all)
	return w, w.logIn(t)
}

// checkUnresolved reports whether a response says that the session could not be resolved, with
// Retry-After.
func checkUnresolved(resp *http.Response, body string) error {
	var p fault.Problem
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		return err
	}
	if after, err := strconv.Atoi(resp.Header.Get("Retry-After")); err != nil || after < 1 {
		return errors.New("no Retry-After")
	}
	if resp.StatusCode != http.StatusServiceUnavailable || p.Code != "SESSION_UNRESOLVED" ||
		!strings.HasSuffix(p.Detail, ".") {
		return errors.New(resp.Status + " " + body)
	}
	return nil
}

// Whatever the identity service fails with, a call that acts for an account is not taken for one of
// the device alone.
// Verifies GAL-16.
func TestUnresolvedSessionsAreNotAnonymous(t *testing.T) {
	away := func(err error) func(*environment) {
		return func(w *environment) { w.services.mu.Lock(); w.services.lookUp = err; w.services.mu.Unlock() }
	}
	for name, breaks := range map[string]func(*environment){
		"away":   away(fault.ErrUnavailable),
		"broken": away(errors.New("a bug")),
		"busy":   away(fault.New(fault.KindLimited, "BUSY", "Busy.")),
		"frozen": func(w *environment) { w.frozen.Freeze() },
	} {
		t.Run(name, func(t *testing.T) {
			// one after the other: making the routes sets a variable of the library
			w, account := newUnlimitedEnvironment(t)
			t.Parallel()
			breaks(w)
			calls := w.services.calls()
			for _, c := range accountCalls {
				resp, body := w.do(t, c.method, c.path, c.body)
				if err := checkUnresolved(resp, body); err != nil {
					t.Errorf("%s %s: %v", c.method, c.path, err)
				}
			}
			if w.services.calls() != calls {
				t.Error("a service was asked")
			}
			if resp, body := w.do(t, "GET", "/api/v1/likes?ids=x", ""); resp.StatusCode != http.StatusOK ||
				resp.Header.Get("McWick-Stale") == "" ||
				w.services.lastValue("mcwick-visitor") == "" || w.services.lastValue("mcwick-account") != "" {
				t.Errorf("%s %s of %q", resp.Status, body, w.services.lastValue("mcwick-account"))
			}
			for _, c := range deviceCalls {
				if resp, body := w.do(t, c.method, c.path, c.body); resp.StatusCode >= http.StatusInternalServerError {
					t.Errorf("%s %s: %s %s", c.method, c.path, resp.Status, body)
				}
			}
			if name == "frozen" {
				w.frozen.Thaw()
			}
			away(nil)(w)
			w.awaitAccount(t, account)
		})
	}
}

// awaitAccount waits until likes are those of the account.
func (w *environment) awaitAccount(t *testing.T, account string) {
	t.Helper()
	// at a pace that leaves room in the limits of all tests' one address
	testkit.Eventually(t, "sessions are resolved", func() bool {
		resp, _ := w.do(t, "PUT", "/api/v1/images/x/like", "")
		return resp.StatusCode == http.StatusOK
	})
	if got := w.services.lastValue("mcwick-account"); got != account {
		t.Errorf("acts for %q", got)
	}
	if resp, _ := w.do(t, "GET", "/api/v1/likes?ids=x", ""); resp.Header.Get("McWick-Stale") != "" ||
		w.services.lastValue("mcwick-account") != account {
		t.Errorf("%v of %q", resp.Header, w.services.lastValue("mcwick-account"))
	}
}

// Calls whose services use no account never ask whose the session is, so they cannot wait for the
// answer.
// Verifies GAL-16.
func TestOnlyCallsOfAccountsResolveSessions(t *testing.T) {
	w, account := newUnlimitedEnvironment(t)
	for _, c := range deviceCalls {
		w.do(t, c.method, c.path, c.body)
	}
	if w.services.lookUps != 0 {
		t.Errorf("%d look-ups", w.services.lookUps)
	}
	for _, c := range slices.Concat(accountCalls, moreAccountCalls) {
		w.gateway.accounts.cache.InvalidateAll()
		if w.do(t, c.method, c.path, c.body); w.services.lastValue("mcwick-account") != account {
			t.Errorf("%s %s acts for %q", c.method, c.path, w.services.lastValue("mcwick-account"))
		}
	}
}

// What was known a moment ago is still true while the identity service is away.
// Verifies GAL-16.
func TestCachedSessionsNeedNoIdentityService(t *testing.T) {
	w, id := newUnlimitedEnvironment(t)
	w.gateway.accounts.cache.Set(strings.TrimPrefix(id, "account of "), account{id: id})
	w.gateway.accounts.cache.SetExpiresAfter(strings.TrimPrefix(id, "account of "), time.Hour)
	w.frozen.Freeze()
	for _, c := range accountCalls {
		if resp, body := w.do(t, c.method, c.path, c.body); resp.StatusCode >= 300 ||
			w.services.lastValue("mcwick-account") != id {
			t.Errorf("%s %s: %s %s for %q", c.method, c.path, resp.Status, body, w.services.lastValue("mcwick-account"))
		}
	}
}

// A session that the identity service does not know, or that proves nothing, is no account, and no
// reason to refuse.
// Verifies GAL-16.
func TestEndedSessionsAreAnonymous(t *testing.T) {
	w, _ := newUnlimitedEnvironment(t)
	w.services.mu.Lock()
	w.services.session = "another"
	w.services.mu.Unlock()
	for _, c := range accountCalls {
		if resp, body := w.do(t, c.method, c.path, c.body); resp.StatusCode >= 300 ||
			w.services.lastValue("mcwick-account") != "" {
			t.Errorf("%s %s: %s %s for %q", c.method, c.path, resp.Status, body, w.services.lastValue("mcwick-account"))
		}
	}
}

package main

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

const proof = `{"publicKey":"p","nonce":"n","signature":"s"}`

func firstValue(ctx context.Context, key string) string {
	md, _ := metadata.FromIncomingContext(ctx)
	if v := md.Get(key); len(v) > 0 {
		return v[0]
	}
	return ""
}

// CreateSession lets everybody in, and gives each session an account of its own.
func (h *fakeServices) CreateSession(
	ctx context.Context, _ *identityv1.CreateSessionRequest,
) (*identityv1.Session, error) {
	if err := h.record(ctx); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.session = firstValue(ctx, "mcwick-next-session")
	return &identityv1.Session{User: &identityv1.User{PublicKey: "p", XHandle: "@w"},
		Assurance: identityv1.Assurance_ASSURANCE_PROVEN}, nil
}

func (h *fakeServices) GetCurrentSession(
	ctx context.Context, _ *identityv1.GetCurrentSessionRequest,
) (*identityv1.Session, error) {
	if h.onSession != nil {
		h.onSession()
	}
	err := h.record(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.session != firstValue(ctx, "mcwick-session") {
		return &identityv1.Session{}, err
	}
	return &identityv1.Session{User: &identityv1.User{PublicKey: "p", XHandle: "@w"}}, err
}

// DeleteSessions ends all of them and does not say so: the first answer is lost.
func (h *fakeServices) DeleteSessions(
	ctx context.Context, _ *identityv1.DeleteSessionsRequest,
) (*emptypb.Empty, error) {
	_ = h.record(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.session != "" {
		h.session = ""
		return nil, fault.ToStatus(fault.ErrUnavailable).Err()
	}
	return nil, fault.ToStatus(fault.New(fault.KindUnauthenticated, "PROOF_REQUIRED", "no")).Err()
}

func (h *fakeServices) DeleteCurrentSession(
	ctx context.Context, _ *identityv1.DeleteCurrentSessionRequest,
) (*emptypb.Empty, error) {
	if h.onSession != nil {
		h.onSession()
	}
	err := h.record(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.session = ""
	return &emptypb.Empty{}, err
}

func (h *fakeServices) LookUpSession(
	ctx context.Context, _ *identityv1.LookUpSessionRequest,
) (*identityv1.SessionAccount, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lookUps++
	if h.lookUp != nil {
		return nil, fault.ToStatus(h.lookUp).Err()
	}
	if session := firstValue(ctx, "mcwick-session"); session != "" && session == h.session {
		return &identityv1.SessionAccount{Account: "account of " + session, CreateTime: timestamppb.New(h.created),
			XHandle: "@Wick"}, nil
	}
	return &identityv1.SessionAccount{}, nil
}

// lastValue is what the last call said of its caller.
func (h *fakeServices) lastValue(key string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if v := h.requests[len(h.requests)-1].Get(key); len(v) > 0 {
		return v[0]
	}
	return ""
}

func sessionCookie(resp *http.Response) *http.Cookie {
	for _, c := range resp.Cookies() {
		if strings.HasSuffix(c.Name, "mwsid") {
			return c
		}
	}
	return nil
}

func TestSessions(t *testing.T) {
	w := newEnvironment(t)
	began := time.Now()
	w.gateway.devices.now = func() time.Time { return began } // calls take less than maxSessionRead
	w.do(t, "GET", "/api/v1/sessions/current", "")
	request := func() string {
		w.do(t, "GET", "/api/v1/likes?ids=x", "")
		return w.services.lastValue("mcwick-account")
	}
	if account := request(); account != "" || w.services.lookUps != 0 {
		t.Errorf("without a session: %q, %d look-ups", account, w.services.lookUps)
	}

	w.services.set(fault.New(fault.KindUnauthenticated, "NO", "no"))
	if resp, _ := w.do(t, "POST", "/api/v1/sessions", proof); resp.StatusCode != 401 || sessionCookie(resp) != nil {
		t.Errorf("a refused login: %s, %v", resp.Status, resp.Cookies())
	}
	w.services.set(nil)
	resp, body := w.do(t, "POST", "/api/v1/sessions", proof)
	cookie := sessionCookie(resp)
	if resp.StatusCode != 201 || cookie == nil || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode ||
		cookie.MaxAge != 14*24*3600 {
		t.Fatalf("%s %v", resp.Status, cookie)
	}
	if strings.Contains(body, cookie.Value) || strings.Contains(w.services.session, cookie.Value) ||
		w.services.session != hashOf(cookie.Value) {
		t.Error("the token is known beyond the browser")
	}
	t.Run("acts for its account", func(t *testing.T) {
		for range 20 {
			if account := request(); account != "account of "+hashOf(cookie.Value) {
				t.Errorf("got %q", account)
			}
		}
		if w.services.lookUps > 5 {
			t.Errorf("looked up %d times for 20 calls", w.services.lookUps)
		}
	})
	t.Run("is kept alive by a page", func(t *testing.T) {
		resp, body := w.do(t, "GET", "/api/v1/sessions/current", "")
		if c := sessionCookie(resp); c == nil || c.Value != cookie.Value || !strings.Contains(body, `"xHandle":"@w"`) {
			t.Errorf("%v %s", c, body)
		}
	})
	t.Run("ends within a second wherever it is ended", func(t *testing.T) {
		w.services.mu.Lock()
		w.services.session = "another"
		w.services.mu.Unlock()
		testkit.Eventually(t, "the account is forgotten", func() bool { return request() == "" })
	})
	t.Run("is taken away at the end", func(t *testing.T) {
		resp, _ := w.do(t, "DELETE", "/api/v1/sessions/current", "")
		if c := sessionCookie(resp); resp.StatusCode != 200 || c == nil || c.MaxAge >= 0 || c.Value != "" {
			t.Errorf("%s %v", resp.Status, c)
		}
		if _, body := w.do(t, "GET", "/api/v1/sessions/current", ""); body != anonymousSession {
			t.Errorf("then %s", body)
		}
	})
	t.Run("cannot be made up", func(t *testing.T) {
		stranger := &environment{url: w.url, client: &http.Client{}}
		stranger.do(t, "PUT", "/api/v1/images/x/like", "", "Cookie", cookie.Name+"=x; "+w.gateway.devices.cookie+"=y",
			"Mcwick-Account", "a", "Grpc-Metadata-Mcwick-Account", "a", "Grpc-Metadata-Mcwick-Next-Session", "s")
		if w.services.lastValue("mcwick-account") != "" || w.services.lastValue("mcwick-session") != "" ||
			w.services.lastValue("mcwick-next-session") != "" {
			t.Error("it was believed")
		}
	})
}

func TestCookieOfAnEndedSessionIsTakenAway(t *testing.T) {
	w := newEnvironment(t)
	began, later := time.Now(), atomic.Int64{}
	w.gateway.devices.now = func() time.Time { return began.Add(time.Duration(later.Load())) }
	c := w.newDeviceClient(newNetwork(), newDevice())
	sentBy := func(method string) *http.Cookie {
		c.cookies[w.gateway.sessions.cookie] = newToken()
		return sessionCookie(c.do(t, method, "/api/v1/sessions/current", "").Result())
	}
	sent := func() *http.Cookie { return sentBy("GET") }
	if got := sent(); got == nil || got.MaxAge >= 0 || got.Value != "" {
		t.Errorf("of a session that has ended: %v", got)
	}
	w.services.set(fault.ErrUnavailable)
	if got := sent(); got != nil {
		t.Errorf("while identity is away: %v", got)
	}
	w.services.set(nil)
	w.services.onSession = func() { later.Add(int64(maxSessionRead)) }
	if got := sent(); got != nil {
		t.Errorf("of an answer that took longer than a log-in: %v", got)
	}
	if got := sentBy("DELETE"); got != nil {
		t.Errorf("of a log-out that took longer than a log-in: %v", got)
	}
}

func TestSignOutEverywhereIsNotRepeated(t *testing.T) {
	w := newEnvironment(t)
	w.logIn(t)
	before := w.services.calls()
	resp, body := w.do(t, "DELETE", "/api/v1/sessions", "")
	if n := w.services.calls() - before; resp.StatusCode != http.StatusServiceUnavailable || n != 1 {
		t.Errorf("%s %s after %d calls", resp.Status, body, n)
	}
}

func TestSessionCookieOverHTTPS(t *testing.T) {
	s := newSessions("https://mcwick.example")
	if s.cookie != "__Host-mwsid" || !s.secure {
		t.Errorf("got %+v", s)
	}
	if sessionCacheAge > time.Second {
		t.Error("a session must end within a second")
	}
}

package client

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mcwick.example/deploy/chaos/history"
)

// visit gives a visitor of a server that answers as handler does, and what is recorded of it.
func visit(t *testing.T, handler http.HandlerFunc) (*Visitor, func() []history.Call) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	record := history.NewRecorder(io.Discard)
	return New(server.URL, 7, 1, record)[0], func() []history.Call {
		calls, err := record.Calls()
		if err != nil {
			t.Fatal(err)
		}
		return calls
	}
}

func TestOutcomeOfResponses(t *testing.T) {
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		want    history.Outcome
		code    string
	}{
		"success": {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"likes":3}`) },
			history.Acknowledged, ""},
		"refusal":    {problem(http.StatusNotFound, "IMAGE_NOT_FOUND"), history.Refused, "IMAGE_NOT_FOUND"},
		"away":       {problem(http.StatusServiceUnavailable, "UNAVAILABLE"), history.Unknown, "UNAVAILABLE"},
		"no answer":  {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, history.Unknown, ""},
		"half of it": {cutShort, history.Unknown, ""},
		"too late":   {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, history.Unknown, ""},
	} {
		t.Run(name, func(t *testing.T) {
			v, calls := visit(t, c.handler)
			timeout := time.Minute
			if name == "too late" {
				timeout = 50 * time.Millisecond
			}
			got := v.do(t.Context(), request{operation: history.Like, method: http.MethodPut, path: "/",
				timeout: timeout})
			if got.Outcome != c.want || got.Code != c.code || got.End < got.Start || len(calls()) != 1 {
				t.Errorf("recorded %v", got)
			}
			if c.want == history.Acknowledged && got.Answer.Likes != 3 {
				t.Errorf("answered %+v", got.Answer)
			}
		})
	}
}

func problem(status int, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"code":"`+code+`"}`)
	}
}

func cutShort(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	_, _ = io.WriteString(w, `{"likes":3`)
}

func TestUnknownOutcomeIsRetriedWithSameKey(t *testing.T) {
	var keys []string
	v, calls := visit(t, func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		if len(keys) < 3 {
			problem(http.StatusGatewayTimeout, "OUTCOME_UNKNOWN")(w, r)
			return
		}
		_, _ = io.WriteString(w, `{"id":"p"}`)
	})
	v.verifies = true // it does not leave early
	last := v.repeat(t.Context(), request{
		operation: history.Publish, arguments: history.Arguments{Key: "k"}, method: http.MethodPost, path: "/",
		body: map[string]any{},
	})
	if last.Outcome != history.Acknowledged || last.Answer.Publication != "p" ||
		!slices.Equal(keys, []string{"k", "k", "k"}) || len(calls()) != 3 {
		t.Errorf("%v after %v", last, keys)
	}
}

// refusing is a platform that answers requests below a path with this status, and all others.
type refusing struct {
	path   string
	status int
}

func (r refusing) RoundTrip(request *http.Request) (*http.Response, error) {
	answer := httptest.NewRecorder()
	if strings.HasPrefix(request.URL.Path, r.path) {
		problem(r.status, "REFUSED")(answer, nil)
	} else {
		_, _ = io.WriteString(answer, "{}")
	}
	return answer.Result(), nil
}

// A platform that never serves again must not pass for one whose calls may have had any outcome.
// Verifies OPS-13.
func TestVisitorsWhoAreNotServedAreAnError(t *testing.T) {
	cases := []refusing{
		{"/", http.StatusServiceUnavailable}, {"/", http.StatusTooManyRequests},
		{"/api/v1/publications", http.StatusServiceUnavailable}, {"/api/v1/wall", http.StatusServiceUnavailable},
		{"/media/", http.StatusServiceUnavailable}, {"/api/v1/shared-videos/", http.StatusServiceUnavailable},
		{"/none", http.StatusServiceUnavailable},
	}
	for _, c := range cases {
		v := New("http://mcwick", 7, 1, history.NewRecorder(io.Discard))[0]
		v.own, v.shared, v.browser.Transport = []picture{{"p", "o"}}, []string{"v"}, c
		synctest.Test(t, func(t *testing.T) {
			if err := VerifyLater(t.Context(), []*Visitor{v}); (err == nil) != (c.path == "/none") {
				t.Errorf("%s was answered %d, and the error is %v", c.path, c.status, err)
			}
		})
	}
}

func TestSessionCookiesAreTracked(t *testing.T) {
	next := []string{"one", "two"}
	v, calls := visit(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			if key := r.Header.Get("Idempotency-Key"); key != "" {
				t.Errorf("a login has the key %s", key)
			}
			http.SetCookie(w, &http.Cookie{Name: sessionCookie, Value: next[0]})
			next = next[1:]
		}
		if sent, err := r.Cookie(sessionCookie); err == nil && r.Method == http.MethodGet { // as the gateway renews it
			http.SetCookie(w, sent)
		}
		_, _ = io.WriteString(w, `{"user":null}`)
	})
	for range 2 {
		v.registerOnce(t.Context(), history.LogIn, "/", map[string]string{})
	}
	old := v.everySession()[0]
	v.do(t.Context(), v.getSession(&old))
	if value, name := v.currentSession(nil); value != "two" || name != "c1-s2" {
		t.Errorf("the current session is %s, %s", value, name)
	}
	recorded := calls()
	if recorded[1].Arguments.Session != "c1-s1" || recorded[1].Answer.Session != "c1-s2" ||
		recorded[2].Arguments.Session != "c1-s1" {
		t.Errorf("recorded %v", recorded)
	}
}

func TestDeviceKeepsAllOfItsCookies(t *testing.T) {
	var sent []string
	v, _ := visit(t, func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"vid", "standing"} {
			if _, err := r.Cookie(name); err == nil {
				sent = append(sent, name)
			}
		}
		http.SetCookie(w, &http.Cookie{Name: []string{"vid", "standing"}[min(len(sent), 1)], Value: "v"})
		_, _ = io.WriteString(w, `{"user":null}`)
	})
	for range 3 {
		v.do(t.Context(), v.getSession(nil))
	}
	if !slices.Equal(sent, []string{"vid", "vid", "standing"}) {
		t.Errorf("sent %v", sent)
	}
}

// A platform that takes a visitor's cookies for those of a new one answers everything, with nothing of theirs.
// Verifies OPS-13.
func TestReturningVisitorsNoticeWhatIsLost(t *testing.T) {
	for name, c := range map[string]struct {
		own, liked, shared, user string
		status, want             int // of a withdrawal; how many sentences
	}{
		"all is there": {"p1", "p1", "v1", `{"publicKey":"k"}`, http.StatusOK, 0},
		"nothing is":   {"other", "other", "other", "null", http.StatusNotFound, 11},
	} {
		t.Run(name, func(t *testing.T) {
			server := http.NewServeMux()
			for pattern, answer := range map[string]string{
				"GET /api/v1/sessions/current":     `{"user":` + c.user + `}`,
				"GET /api/v1/publications":         `{"publications":[{"id":"` + c.own + `"}]}`,
				"GET /api/v1/likes":                `{"likedIds":["` + c.liked + `"]}`,
				"PUT /api/v1/images/p1/like":       `{}`,
				"GET /api/v1/images/p1":            `{"likes":1}`,
				"POST /publish":                    `{"id":"` + c.own + `"}`,
				"POST /nominate":                   `{}`,
				"GET /api/v1/shared-videos":        `{"videos":[{"video":{"id":"` + c.shared + `"}}]}`,
				"POST /api/v1/identity/challenges": `{"nonce":"n"}`,
				"GET /media/":                      ``,
			} {
				server.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) {
					_, _ = io.WriteString(w, answer)
				})
			}
			server.HandleFunc("POST /api/v1/sessions", func(w http.ResponseWriter, _ *http.Request) {
				http.SetCookie(w, &http.Cookie{Name: sessionCookie, Value: "new"})
				_, _ = io.WriteString(w, `{}`)
			})
			server.HandleFunc("DELETE /api/v1/publications/p1", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(c.status) })
			account, _ := visit(t, server.ServeHTTP)
			device, _ := visit(t, server.ServeHTTP)
			account.keys.possible, device.shared = []key{account.newKeyPair()}, []string{"v1"}
			r := NewReturning(account, device)
			own := published{picture{"p1", "o"}, request{operation: history.Publish, method: http.MethodPost, path: "/publish"}}
			for _, v := range []*Visitor{account, device} {
				r.mine[v] = []published{own, own}
			}
			r.nomination = request{operation: history.Nominate, method: http.MethodPost, path: "/nominate"}
			if broken := r.Return(t.Context()); len(broken) != c.want {
				t.Errorf("%q", broken)
			}
		})
	}
}

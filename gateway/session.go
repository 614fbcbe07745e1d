package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"mcwick.example/platform/rpc"
)

// sessionCookieAge is how long a browser keeps the session cookie after it was last set: as long as
// a session lasts unseen.
const sessionCookieAge = 14 * 24 * time.Hour

// sessions reads and makes the cookie of a logged-in browser. It is a random token that stays
// between the browser and the gateway: services learn its hash, so that none of their rows opens a
// session.
type sessions struct {
	cookie string
	secure bool
}

// newSessions names the cookie by what the origin allows: __Host- cookies need https.
func newSessions(origin string) sessions {
	if strings.HasPrefix(origin, "https:") {
		return sessions{cookie: "__Host-mwsid", secure: true}
	}
	return sessions{cookie: "mwsid"}
}

const tokenBytes = 32

func newToken() string {
	b := make([]byte, tokenBytes)
	_, _ = rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// hashOf is what services learn of a token.
func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// read returns the token of a request, empty for none that we could have made.
func (s sessions) read(r *http.Request) string {
	c, err := r.Cookie(s.cookie)
	if err != nil || len(c.Value) != base64.RawURLEncoding.EncodedLen(tokenBytes) {
		return ""
	}
	return c.Value
}

// set sends the browser its session cookie; an empty token takes it away. Strict is enough: only
// the page's own calls need it.
func (s sessions) set(w http.ResponseWriter, token string) {
	age := int(sessionCookieAge.Seconds())
	if token == "" {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.cookie, Value: token, Path: "/", MaxAge: age, HttpOnly: true, Secure: s.secure,
		SameSite: http.SameSiteStrictMode,
	})
}

// startSession is a call that opens a session when it succeeds: the browser gets a new token with
// the answer.
func (g *gateway) startSession(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := newToken()
		caller := rpc.CallerFrom(r.Context())
		caller.NextSession = hashOf(token)
		h.ServeHTTP(&successWriter{ResponseWriter: w, do: func() {
			g.sessions.set(w, token)
			g.countLikesAgain(w, r)
		}}, r.WithContext(rpc.WithCaller(r.Context(), caller)))
	})
}

// endSession is a call that ends the session when it succeeds: the browser loses its token, unless the
// call took longer than maxSessionRead, and what was known of it is forgotten.
func (g *gateway) endSession(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := g.devices.now()
		h.ServeHTTP(&successWriter{ResponseWriter: w, do: func() {
			if g.devices.now().Sub(began) < maxSessionRead {
				g.sessions.set(w, "")
			}
			g.accounts.cache.Invalidate(rpc.CallerFrom(r.Context()).Session)
			g.accounts.last.Invalidate(rpc.CallerFrom(r.Context()).Session)
		}}, r)
	})
}

// serveCurrentSession says who the visitor is and sends the browser its cookies, that of the device
// when it is due and its standing when it has changed. Every page calls it first, and no cache may
// keep the answer. A request without a session needs no service, but once for a device that has
// just settled; so the cookie of a session that has ended is taken away.
func (g *gateway) serveCurrentSession(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		brought := clientOf(r).deviceCookie
		if brought.device == nil {
			brought.device = newDevice()
			g.activity.recordNewDevice(rpc.CallerFrom(r.Context()).Lane)
		}
		if brought.due {
			g.devices.set(w, brought.device)
		}
		token := g.sessions.read(r)
		if token == "" {
			g.updateStanding(w, r, evidence{})
			w.Header().Set("Cache-Control", "private, no-store")
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, anonymousSession) // a client that left does not read it
			return
		}
		began, answer := g.devices.now(), recording{status: http.StatusOK, header: w.Header()}
		h.ServeHTTP(&answer, r)
		if answer.status == http.StatusOK {
			var session struct{ User any }
			if json.Unmarshal(answer.body, &session) == nil && session.User == nil {
				token = ""
			}
			if g.devices.now().Sub(began) < maxSessionRead {
				g.sessions.set(w, token)
			}
			g.updateStanding(w, r, evidence{proven: g.provesAge(r)})
		}
		answer.send(w)
	})
}

// maxSessionRead is what the current session is read or ended in, unless the browser may have logged in anew meanwhile,
// in another tab: an answer about the former session leaves the cookie as it is then. The next read takes that of an
// ended session away.
const maxSessionRead = time.Second

// anonymousSession is how the identity service's empty answer reads.
const anonymousSession = `{"user":null,"assurance":"ASSURANCE_UNSPECIFIED"}`

// successWriter does something before the header of an answer that succeeds.
type successWriter struct {
	http.ResponseWriter
	do   func()
	done bool
}

func (w *successWriter) WriteHeader(status int) {
	if !w.done && status < http.StatusMultipleChoices {
		w.do()
	}
	w.done = true
	w.ResponseWriter.WriteHeader(status)
}

func (w *successWriter) Write(b []byte) (int, error) {
	if !w.done {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach what is below.
func (w *successWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

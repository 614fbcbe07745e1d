// Package client is visitors who use the platform through its gateway and record every call: what
// they do is decided by a seed.
package client

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"mcwick.example/deploy/chaos/history"
	"mcwick.example/deploy/internal/visitor"
)

// sessionCookie is the gateway's name of it at an origin without TLS.
const sessionCookie = "mwsid"

// connection is one browser: its cookies, its address, and the record of its calls.
type connection struct {
	browser visitor.Visitor // without a jar: which session is sent is decided here
	number  int
	record  *history.Recorder

	mu       sync.Mutex
	device   map[string]string // the device and its standing, as they are sent, by the name of the cookie
	sessions map[string]string // our names of session cookies, by their secret values
	session  string            // the cookie's value; empty for none
}

func newConnection(url string, number int, record *history.Recorder) *connection {
	return &connection{
		browser: visitor.Visitor{URL: url, Address: fmt.Sprintf("203.0.%d.%d", 113+number/200, 1+number%200),
			// A keep-alive connection of its own, as browsers have.
			Client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2}}},
		number: number, record: record, device: map[string]string{}, sessions: map[string]string{},
	}
}

// request is a call to be made.
type request struct {
	operation history.Operation
	arguments history.Arguments
	method    string
	path      string
	body      any
	with      *string // the session cookie to send, when not the current one
	timeout   time.Duration
}

// do makes one call and records it. The answer's cookies become the browser's, unless another
// session was sent than the current one.
func (c *connection) do(ctx context.Context, r request) history.Call {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	session, name := c.currentSession(r.with)
	call := history.Call{Client: c.number, Operation: r.operation, Arguments: r.arguments, Start: c.record.Now(),
		Outcome: history.Unknown}
	call.Arguments.Session = name
	resp, err := c.browser.Send(ctx, r.method, r.path, r.body, "Cookie", c.cookies(session), "Idempotency-Key",
		r.arguments.Key)
	call.End = c.record.Now()
	if err == nil {
		call.Status = resp.Status
		c.readResponse(resp, r, &call)
	}
	c.record.Add(call)
	return call
}

// readResponse says what an answer means.
func (c *connection) readResponse(resp visitor.Answer, r request, call *history.Call) {
	switch {
	case resp.Status < http.StatusMultipleChoices:
		call.Outcome = history.Acknowledged
	case resp.Status < http.StatusInternalServerError:
		call.Outcome = history.Refused
	}
	if call.Outcome != history.Acknowledged {
		call.Code = resp.Code()
		return
	}
	var err error
	if call.Answer, err = read(r.operation, resp.Body); err != nil {
		call.Outcome, call.Code = history.Unknown, "unreadable: "+err.Error()
		return
	}
	call.Answer.Stale = resp.Header.Get("McWick-Stale") != ""
	if r.with == nil {
		c.keepCookies((&http.Response{Header: resp.Header}).Cookies(), call)
	}
}

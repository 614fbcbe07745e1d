// Package client is visitors who use the platform through its gateway and record every call: what
// they do is decided by a seed.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"mcwick.example/deploy/chaos/history"
)

// sessionCookie is the gateway's name of it at an origin without TLS.
const sessionCookie = "mwsid"

// maxResponseSize bounds what is read of an answer.
const maxResponseSize = 4 << 20

// connection is one browser: its cookies, its address, and the record of its calls.
type connection struct {
	url     string
	number  int
	address string // told by X-Forwarded-For, which the local gateway trusts
	http    *http.Client
	record  *history.Recorder

	mu       sync.Mutex
	device   map[string]*http.Cookie // the device and its standing, by the name of the cookie
	sessions map[string]string       // our names of session cookies, by their secret values
	session  string                  // the cookie's value; empty for none
}

func newConnection(url string, number int, record *history.Recorder) *connection {
	return &connection{
		url: url, number: number, address: fmt.Sprintf("203.0.%d.%d", 113+number/200, 1+number%200),
		// A keep-alive connection of its own, as browsers have.
		http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2}}, record: record,
		device: map[string]*http.Cookie{}, sessions: map[string]string{},
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

// response is a whole answer.
type response struct {
	status  int
	header  http.Header
	cookies []*http.Cookie
	body    []byte
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
	resp, err := c.send(ctx, r, session)
	call.End = c.record.Now()
	if err == nil {
		call.Status = resp.status
		c.readResponse(resp, r, &call)
	}
	c.record.Add(call)
	return call
}

func (c *connection) send(ctx context.Context, r request, session string) (response, error) {
	var content io.Reader
	if r.body != nil {
		text, err := json.Marshal(r.body)
		if err != nil {
			return response{}, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, r.method, c.url+r.path, content)
	if err != nil {
		return response{}, err
	}
	request.Header.Set("X-Forwarded-For", c.address)
	if r.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if r.arguments.Key != "" {
		request.Header.Set("Idempotency-Key", r.arguments.Key)
	}
	c.addDevice(request)
	if session != "" {
		request.AddCookie(&http.Cookie{Name: sessionCookie, Value: session})
	}
	resp, err := c.http.Do(request)
	if err != nil {
		return response{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxResponseSize))
	return response{resp.StatusCode, resp.Header, resp.Cookies(), body}, err
}

// readResponse says what an answer means.
func (c *connection) readResponse(resp response, r request, call *history.Call) {
	switch {
	case resp.status < http.StatusMultipleChoices:
		call.Outcome = history.Acknowledged
	case resp.status < http.StatusInternalServerError:
		call.Outcome = history.Refused
	}
	stale := resp.header.Get("McWick-Stale") != ""
	if call.Outcome != history.Acknowledged {
		var problem struct {
			Code string `json:"code"`
		}
		_ = json.Unmarshal(resp.body, &problem) // what is no problem document has no code
		call.Code = problem.Code
		return
	}
	var err error
	if call.Answer, err = read(r.operation, resp.body); err != nil {
		call.Outcome, call.Code = history.Unknown, "unreadable: "+err.Error()
		return
	}
	call.Answer.Stale = stale
	if r.with == nil {
		c.keepCookies(resp.cookies, call)
	}
}

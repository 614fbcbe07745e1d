package aiprovider

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// The bounds of what is read of a refusal, in bytes and in time: another model may be called meanwhile.
const (
	maxErrorBody     = 64 << 10
	errorBodyTimeout = 2 * time.Second
)

// post sends a request within a call and returns its answer, whose status is one of success. A refusal is an *Error.
func (c *Client) post(ctx context.Context, path string, body any) (*http.Response, error) {
	encoded, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base.JoinPath(path).String(), bytes.NewReader(encoded))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	return c.send(r)
}

// get asks for what is at a path, whose elements are escaped, within a call.
func (c *Client) get(ctx context.Context, path string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base.JoinPath(path).String(), nil)
	if err != nil {
		return nil, err
	}
	return c.send(r)
}

// send sends a request once: whether it may be repeated is the caller's decision.
func (c *Client) send(r *http.Request) (*http.Response, error) {
	r.Header.Set("User-Agent", "mcwick")
	if key := c.provider.Key.Reveal(); key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	a, _ := r.Context().Value(attemptKey{}).(*attempt) // call put it there
	a.rejection = nil
	answer, err := c.api.Do(r)
	if err != nil {
		return nil, err
	}
	a.status, a.requestID = answer.StatusCode, requestID(answer.Header)
	if answer.StatusCode >= 200 && answer.StatusCode <= 299 {
		return answer, nil
	}
	defer answer.Body.Close()
	defer time.AfterFunc(errorBodyTimeout, func() { answer.Body.Close() }).Stop()
	body, _ := io.ReadAll(io.LimitReader(answer.Body, maxErrorBody)) // the status counts, even if the rest never comes
	a.rejection = errorFromBody(answer.StatusCode, body)
	a.rejection.RequestID = a.requestID
	a.rejection.RetryAfter = retryAfter(answer.StatusCode, answer.Header, time.Now)
	return nil, a.rejection
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strconv"
	"time"

	"mcwick.example/gateway/altcha/solver"
)

// maxResponseSize bounds what is read of an answer.
const maxResponseSize = 1 << 20

// transport is shared: what matters is the address that each call says it comes from.
var transport = &http.Transport{MaxIdleConnsPerHost: 256, IdleConnTimeout: 10 * time.Second}

// browser is one device: its cookies, and the address that the trusted proxy reports.
type browser struct {
	url     string
	address string
	http    *http.Client
}

func newBrowser(url, address string) *browser {
	jar, _ := cookiejar.New(nil) // never fails
	return &browser{url: url, address: address,
		http: &http.Client{Jar: jar, Transport: transport, Timeout: 30 * time.Second}}
}

// answer is a response; status 0 means that there was none.
type answer struct {
	status     int
	body       []byte
	retryAfter time.Duration
}

// code is the reason of a refusal.
func (a answer) code() string {
	if a.status == 0 {
		return "NO_ANSWER"
	}
	var problem struct{ Code string }
	if json.Unmarshal(a.body, &problem) != nil || problem.Code == "" {
		return strconv.Itoa(a.status)
	}
	return problem.Code
}

// do sends a request; header is name, value, name, value.
func (b *browser) do(ctx context.Context, method, path string, body any, header ...string) answer {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			panic(err) // our own type
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, b.url+path, content)
	if err != nil {
		return answer{}
	}
	request.Header.Set("X-Forwarded-For", b.address)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	resp, err := b.http.Do(request)
	if err != nil {
		return answer{}
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxResponseSize))
	if err != nil {
		return answer{}
	}
	seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // absent is 0
	return answer{resp.StatusCode, text, time.Duration(seconds) * time.Second}
}

// openSession gets the device cookie, as a page does when it is opened.
func (b *browser) openSession(ctx context.Context) {
	b.do(ctx, http.MethodGet, "/api/v1/sessions/current", nil)
}

// maxCounter is where a client gives up, as pages do after their time-out.
const maxCounter = 50_000

// solveChallenge asks for a challenge and solves it; "" when there is none or it cannot be solved.
func (b *browser) solveChallenge(ctx context.Context) string {
	a := b.do(ctx, http.MethodGet, "/api/v1/challenge?for=picture", nil)
	if a.status != http.StatusOK {
		return ""
	}
	header, err := solver.Solve(ctx, a.body, maxCounter)
	if err != nil {
		return ""
	}
	return header
}

// order posts an order with a solution, if there is one.
func (b *browser) order(ctx context.Context, meme map[string]string, key, solution string) answer {
	header := []string{"Idempotency-Key", key}
	if solution != "" {
		header = append(header, "McWick-Solution", solution)
	}
	return b.do(ctx, http.MethodPost, "/api/v1/jobs", map[string]any{"meme": meme}, header...)
}

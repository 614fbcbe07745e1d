// Package visitor sends requests to a local platform as a visitor's browser does.
package visitor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"mcwick.example/deploy/internal/wait"
)

const (
	requestTimeout  = 30 * time.Second
	jobTimeout      = 3 * time.Minute
	pollInterval    = 200 * time.Millisecond
	maxResponseSize = 64 << 20
)

// transport is shared, and decodes nothing.
var transport = &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 256, IdleConnTimeout: 10 * time.Second}

// Visitor is one browser. A client without a jar keeps no cookies.
type Visitor struct {
	URL     string // of the platform, before each path
	Address string // that the trusted proxy reports; empty for none
	*http.Client
}

// New returns a visitor with cookies, who follows no redirects.
func New(url, address string) *Visitor {
	jar, _ := cookiejar.New(nil) // never fails
	return &Visitor{url, address, &http.Client{Jar: jar, Transport: transport, Timeout: requestTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// Answer is a whole response; status 0 means that there was none.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Code is the reason of a refusal.
func (a Answer) Code() string {
	if a.Status == 0 {
		return "NO_ANSWER"
	}
	var problem struct{ Code string }
	if json.Unmarshal(a.Body, &problem) != nil || problem.Code == "" {
		return strconv.Itoa(a.Status)
	}
	return problem.Code
}

// RetryAfter is how long to wait before a repeat; 0 when the platform does not say.
func (a Answer) RetryAfter() time.Duration {
	seconds, _ := strconv.Atoi(a.Header.Get("Retry-After")) // absent is 0
	return time.Duration(seconds) * time.Second
}

// Open sends a request, with a body as JSON and an idempotency key when it is not nil, and returns
// the response as it begins. Headers are name, value, name, value; one with an empty value is left out, the key too.
func (v *Visitor) Open(
	ctx context.Context, method, path string, body any, headers ...string,
) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
		headers = append([]string{"Content-Type", "application/json", "Idempotency-Key", uuid.NewString()}, headers...)
	}
	r, err := http.NewRequestWithContext(ctx, method, v.URL+path, content)
	if err != nil {
		return nil, err
	}
	headers = append([]string{"X-Forwarded-For", v.Address}, headers...)
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] == "" {
			r.Header.Del(headers[i])
		} else {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	return v.Do(r)
}

// Send sends a request as Open does, and returns the whole response, whatever its status.
func (v *Visitor) Send(ctx context.Context, method, path string, body any, headers ...string) (a Answer, err error) {
	resp, err := v.Open(ctx, method, path, body, headers...)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxResponseSize))
	if err != nil {
		return a, err
	}
	return Answer{resp.StatusCode, resp.Header, text}, nil
}

// succeed sends a request that must succeed.
func (v *Visitor) succeed(ctx context.Context, method, path string, body any) (Answer, error) {
	a, err := v.Send(ctx, method, path, body)
	if err == nil && a.Status/100 != 2 {
		err = fmt.Errorf("%s %s: %d %.500s", method, path, a.Status, a.Body)
	}
	return a, err
}

// Get requests an address without cookies; the request must succeed.
func Get(ctx context.Context, url string) (Answer, error) {
	return New(url, "").succeed(ctx, http.MethodGet, "", nil)
}

// Ready returns a probe that agrees when a request of an address succeeds.
func Ready(url string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := Get(ctx, url)
		return err
	}
}

// Call sends a request that must succeed, and decodes the response unless into is nil.
func (v *Visitor) Call(ctx context.Context, method, path string, body, into any) error {
	a, err := v.succeed(ctx, method, path, body)
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(a.Body, into)
}

// AwaitJob reads a job or a video until it has succeeded, and decodes it. One that ends otherwise is
// an error.
func (v *Visitor) AwaitJob(ctx context.Context, path string, into any) error {
	return wait.Eventually(ctx, jobTimeout, pollInterval, path, func(ctx context.Context) (string, error) {
		var text json.RawMessage
		if err := v.Call(ctx, http.MethodGet, path, nil, &text); err != nil {
			return "", err
		}
		var job struct{ State string }
		switch err := json.Unmarshal(text, &job); {
		case err != nil:
			return "", err
		case strings.HasSuffix(job.State, "_SUCCEEDED"):
			return "", json.Unmarshal(text, into)
		case !strings.HasSuffix(job.State, "_QUEUED") && !strings.HasSuffix(job.State, "_RUNNING"):
			return "", fmt.Errorf("%s: %s", path, job.State)
		}
		return job.State, nil
	})
}

// Draw has a picture drawn, and returns its artwork.
func (v *Visitor) Draw(ctx context.Context, action string) (artwork string, err error) {
	var job struct {
		ID      string
		Artwork struct{ ID string }
	}
	meme := map[string]any{"meme": map[string]string{"action": action, "scene": "in a hall of wax", "style": "Anime"}}
	if err := v.Call(ctx, http.MethodPost, "/api/v1/jobs", meme, &job); err != nil {
		return "", err
	}
	err = v.AwaitJob(ctx, "/api/v1/jobs/"+job.ID, &job)
	return job.Artwork.ID, err
}

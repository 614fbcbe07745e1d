package seed

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/internal/wait"
	"mcwick.example/mascot"
)

const (
	requestTimeout = 3 * time.Minute // in total, including one Retry-After
	jobTimeout     = 30 * time.Second
)

// What the public interface of the gateway takes and answers, as far as it is needed here.
type (
	overlay struct {
		Content    string `json:"content"`
		FontSize   int    `json:"fontSize"`
		FontFamily string `json:"fontFamily"`
		Color      string `json:"color"`
		Rotation   int    `json:"rotation"`
		X          int    `json:"x"`
		Y          int    `json:"y"`
	}
	memeForm struct {
		Action string `json:"action"`
		Scene  string `json:"scene"`
		Style  string `json:"style"`
	}
	pfpForm struct {
		mascot.Traits
		Seed int `json:"seed"`
	}
	jobForm struct {
		Meme *memeForm `json:"meme,omitempty"`
		Pfp  *pfpForm  `json:"pfp,omitempty"`
	}
	job struct {
		ID      string
		State   string
		Artwork struct{ ID string }
		Error   struct{ Code, Message string }
	}
	publicationForm struct {
		Overlays  []overlay `json:"overlays"`
		Signature string    `json:"signature"`
		Caption   string    `json:"caption"`
	}
	publication struct{ ID string }
)

func (j job) final() bool { return j.State != "JOB_STATE_QUEUED" && j.State != "JOB_STATE_RUNNING" }

// client speaks to the gateway as a page does.
type client struct{ *visitor.Visitor }

// call sends a request, retries after Retry-After, and decodes the response. A key makes it
// idempotent.
func (c *client) call(ctx context.Context, method, path, key string, body, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	for {
		pause, err := c.sendOnce(ctx, method, path, key, body, answer)
		if err == nil || pause == 0 || !wait.Sleep(ctx, pause) {
			return err
		}
	}
}

// sendOnce sends a request a single time. A pause above zero means that the server asked to come
// back then.
func (c *client) sendOnce(
	ctx context.Context, method, path, key string, body, answer any,
) (pause time.Duration, err error) {
	a, err := c.Send(ctx, method, path, body, "Idempotency-Key", key)
	if err != nil {
		return 0, err
	}
	if a.Status >= http.StatusMultipleChoices {
		return retryAfter(a), fmt.Errorf("%s %s: %d: %s", method, path, a.Status, bytes.TrimSpace(a.Body))
	}
	if err := json.Unmarshal(a.Body, answer); err != nil {
		return 0, fmt.Errorf("%s %s: %w", method, path, err)
	}
	return 0, nil
}

func retryAfter(a visitor.Answer) time.Duration {
	if a.Status != http.StatusTooManyRequests && a.Status != http.StatusServiceUnavailable {
		return 0
	}
	return min(max(a.RetryAfter(), time.Second), jobTimeout)
}

// watch follows a job's events until it is final. A stream may end early, or be refused for now; then another is
// opened.
func (c *client) watch(ctx context.Context, id string) (job, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	for {
		last, err := c.stream(ctx, "/api/v1/jobs/"+id+"/events")
		if err != nil || last.final() {
			return last, err
		}
	}
}

// stream reads one stream of job events to its end and answers the last.
func (c *client) stream(ctx context.Context, path string) (job, error) {
	last := job{State: "JOB_STATE_QUEUED"}
	response, err := c.Open(ctx, http.MethodGet, path, nil)
	if err != nil {
		return last, err
	}
	defer response.Body.Close()
	if pause := retryAfter(visitor.Answer{Status: response.StatusCode, Header: response.Header}); pause > 0 {
		wait.Sleep(ctx, pause)
		return last, ctx.Err()
	}
	if response.StatusCode != http.StatusOK {
		return last, fmt.Errorf("GET %s: %s", path, response.Status)
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() && !last.final() {
		data, ok := strings.CutPrefix(lines.Text(), "data:")
		if !ok {
			continue
		}
		if err := json.Unmarshal([]byte(data), &last); err != nil {
			return last, fmt.Errorf("GET %s: %w", path, err)
		}
	}
	return last, ctx.Err()
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/internal/wait"
)

// visitors is one visitor who never rests, so that alerts have something to count.
type visitors struct {
	*visitor.Visitor
	picture string
	liked   atomic.Int64 // likes of it that were answered 200
	before  int64        // its likes when the crowd came
}

func arrive(ctx context.Context, url string) (*visitors, error) {
	c := &visitors{Visitor: visitor.New(url, "")}
	if _, status := c.request(ctx, http.MethodGet, "/api/v1/sessions/current", nil, nil); status[:3] != "200" {
		return nil, errors.New("the door is closed: " + status)
	}
	var page struct{ Images []picture }
	if _, status := c.request(ctx, http.MethodGet, "/api/v1/images", nil, &page); len(page.Images) == 0 {
		return nil, errors.New("no pictures to like: " + status)
	}
	c.picture, c.before = page.Images[0].ID, page.Images[0].Likes
	return c, nil
}

type picture struct {
	ID    string
	Likes int64
}

// verifyKept is an error when the picture has fewer likes than were answered 200: whatever broke,
// what was acknowledged is there. What was just mended may need a moment to say so, and the
// gateway's answer may be a second old.
func (c *visitors) verifyKept(ctx context.Context) error {
	liked := c.liked.Load()
	what := fmt.Sprintf("all of the %d likes that were answered 200 are there", liked)
	err := wait.Eventually(ctx, recoveryTimeout, time.Second, what, func(ctx context.Context) (string, error) {
		var now picture
		_, seen := c.request(ctx, http.MethodGet, "/api/v1/images/"+c.picture, nil, &now)
		if now.ID != "" && now.Likes-c.before >= liked {
			return "", nil
		}
		return fmt.Sprintf("%d of them, %s", now.Likes-c.before, seen), nil
	})
	if err == nil {
		fmt.Println("\n" + what)
	}
	return err
}

// browse looks and likes until ctx ends.
func (c *visitors) browse(ctx context.Context) {
	for wait.Sleep(ctx, time.Second) {
		go c.like(ctx)
		go c.request(ctx, http.MethodGet, "/api/v1/images", nil, nil)
	}
}

// like likes a picture, each time as another visitor, because a repeated like publishes no event.
func (c *visitors) like(ctx context.Context) (receipt, status string) {
	other := &visitors{Visitor: visitor.New(c.URL, "")}
	other.request(ctx, http.MethodGet, "/api/v1/sessions/current", nil, nil)
	receipt, status = other.request(ctx, http.MethodPut, "/api/v1/images/"+c.picture+"/like", nil, nil)
	if strings.HasPrefix(status, "200") {
		c.liked.Add(1)
	}
	return receipt, status
}

// awaitLike waits until a like is answered 200: an open circuit breaker would answer for what is
// broken next.
func (c *visitors) awaitLike(ctx context.Context) error {
	return wait.Eventually(ctx, recoveryTimeout, time.Second, "a like is answered 200",
		func(ctx context.Context) (string, error) {
			if _, status := c.like(ctx); !strings.HasPrefix(status, "200") {
				return status, nil
			}
			return "", nil
		})
}

// createMeme asks for a picture; mark is for the demo provider.
func (c *visitors) createMeme(ctx context.Context, mark string) (receipt, status string) {
	return c.request(ctx, http.MethodPost, "/api/v1/jobs", map[string]any{"meme": map[string]string{
		"action": "counting candles " + mark, "scene": "a game day", "style": "Anime",
	}}, nil)
}

// publish makes a picture and publishes it, which is an event.
func (c *visitors) publish(ctx context.Context) (receipt, status string) {
	artwork, err := c.Draw(ctx, "waiting for a broker")
	if err != nil {
		return "", err.Error()
	}
	return c.request(ctx, http.MethodPost, "/api/v1/artworks/"+artwork+"/publications",
		map[string]any{"overlays": []any{}}, nil)
}

// request gives the receipt of a request and what it was answered.
func (c *visitors) request(ctx context.Context, method, path string, body, answer any) (receipt, status string) {
	began := time.Now()
	a, err := c.Send(ctx, method, path, body)
	if err != nil {
		return "", "no answer: " + err.Error()
	}
	var problem struct{ Code, Detail string }
	_ = json.Unmarshal(a.Body, &problem) // only problems have these
	if answer != nil {
		_ = json.Unmarshal(a.Body, answer) // what is not there stays empty
	}
	return a.Header.Get("McWick-Trace"), fmt.Sprintf("%d %s %s %s (%.1f s)", a.Status, http.StatusText(a.Status),
		problem.Code, problem.Detail, time.Since(began).Seconds())
}

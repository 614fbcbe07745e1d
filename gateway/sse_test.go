package main

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestJobsAreAcceptedAndWatched(t *testing.T) {
	w := newEnvironment(t)
	resp, body := w.do(t, "POST", "/api/v1/jobs", meme, "Idempotency-Key", uuid.NewString())
	if resp.StatusCode != 202 || !strings.Contains(body, `"JOB_STATE_QUEUED"`) {
		t.Fatalf("%s %s", resp.Status, body)
	}
	stream := func(header ...string) (ids []string) {
		resp, body := w.do(t, "GET", "/api/v1/jobs/j1/events", "", header...)
		if resp.Header.Get("Content-Type") != "text/event-stream" {
			t.Errorf("%v", resp.Header)
		}
		for s := bufio.NewScanner(strings.NewReader(body)); s.Scan(); {
			if id, ok := strings.CutPrefix(s.Text(), "id: "); ok {
				ids = append(ids, id)
			}
		}
		return ids
	}
	if got := fmt.Sprint(stream()); got != "[1 2 3]" {
		t.Errorf("events %s", got)
	}
	if got := fmt.Sprint(stream("Last-Event-ID", "2")); got != "[3]" {
		t.Errorf("events after 2: %s", got)
	}
	resp, body = w.do(t, "GET", "/api/v1/jobs/j1/events", "", "Last-Event-ID", "3")
	if resp.StatusCode != http.StatusNoContent || body != "" {
		t.Errorf("with the final version: %s %s", resp.Status, body)
	}
	for _, odd := range []string{"4294967295", "-1", "99999999999999999999", "x"} {
		if got := fmt.Sprint(stream("Last-Event-ID", odd)); got != "[1 2 3]" {
			t.Errorf("events after %s: %s", odd, got)
		}
	}
}

func TestVideosAreAcceptedAndWatched(t *testing.T) {
	w := newEnvironment(t)
	resp, body := w.do(t, "POST", "/api/v1/videos", `{"speechId":"s1","category":"subway","pfp":"pfp1"}`,
		"Idempotency-Key", uuid.NewString())
	if resp.StatusCode != 202 || !strings.Contains(body, `"VIDEO_STATE_QUEUED"`) || w.services.visitor() == "" {
		t.Fatalf("%s %s", resp.Status, body)
	}
	_, body = w.do(t, "GET", "/api/v1/videos/v1/events", "", "Last-Event-ID", "1")
	var got []string
	for s := bufio.NewScanner(strings.NewReader(body)); s.Scan(); {
		if !strings.HasPrefix(s.Text(), "data: ") && s.Text() != "" {
			got = append(got, s.Text())
		}
	}
	if fmt.Sprint(got) != "[id: 2 event: video id: 3 event: video]" || !strings.Contains(body, `"percent":90`) {
		t.Errorf("events %v: %s", got, body)
	}
}

// Long polls take as long as nothing happens: they neither open the breaker of their method nor are its probes.
func TestLongPollsPassTheBreakerBy(t *testing.T) {
	w := newEnvironment(t)
	w.services.set(errSlow)
	for range 10 {
		w.do(t, "GET", "/api/v1/jobs/j1?wait=1s", "")
	}
	w.services.set(nil)
	if resp, body := w.do(t, "GET", "/api/v1/jobs/j1", ""); resp.StatusCode != 200 {
		t.Errorf("after long polls that failed: %s %s", resp.Status, body)
	}
}

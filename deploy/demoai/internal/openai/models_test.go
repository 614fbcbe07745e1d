package openai_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mcwick.example/deploy/demoai/internal/openai"
)

var everything = openai.Generators{
	Paint: echo, WriteStory: func(string, string) string { return tale },
	Speak: func(context.Context, string) ([]byte, error) { return []byte("ID3"), nil },
}

// bodies are the simplest request of each call, by its path; %s is the model.
var bodies = map[string]string{
	"/v1/images/generations": `{"model":"%s","prompt":"x"}`,
	"/v1/chat/completions":   `{"model":"%s","messages":[{"role":"user","content":"x"}]}`,
	"/v1/audio/speech":       `{"model":"%s","input":"x","voice":"onyx"}`,
	"/v1/moderations":        `{"model":"%s","input":"x"}`,
}

// Verifies SPEECH-16.
func TestModelsRetireOnTheirDate(t *testing.T) {
	for _, c := range []struct{ path, model, last, end string }{
		{"/v1/images/generations", "gpt-image-1.5", "2026-11-30", "2026-12-01"},
		{"/v1/images/generations", "gpt-image-1-mini", "2026-11-30", "2026-12-01"},
		{"/v1/images/generations", "gpt-image-1", "2026-10-22", "2026-10-23"},
		{"/v1/chat/completions", "gpt-5-mini", "2026-12-10", "2026-12-11"},
		{"/v1/chat/completions", "gpt-4o", "2027-01-13", "2027-01-14"},
		{"/v1/chat/completions", "gpt-4o-mini", "2027-01-13", "2027-01-14"},
		{"/v1/chat/completions", "gpt-5.4-nano", "2027-03-31", "2027-04-01"},
		{"/v1/audio/speech", "tts-1", "2027-01-05", "2027-01-06"},
		{"/v1/audio/speech", "tts-1-hd", "2027-01-05", "2027-01-06"},
		{"/v1/audio/speech", "gpt-4o-mini-tts", "2027-01-05", "2027-01-06"},
	} {
		body := fmt.Sprintf(bodies[c.path], c.model)
		if status, _, data := postChat(t, serveOn(t, c.last, everything), c.path, body); status != http.StatusOK {
			t.Errorf("%s on %s: %d %s", c.model, c.last, status, data)
		}
		status, _, data := postChat(t, serveOn(t, c.end, everything), c.path, body)
		if status != http.StatusNotFound || !strings.Contains(data, `"code":"model_not_found"`) {
			t.Errorf("%s on %s: %d %s", c.model, c.end, status, data)
		}
	}
}

// Verifies SPEECH-16.
func TestDemoModelsDoNotRetire(t *testing.T) {
	s := serveOn(t, "2126-11-22", everything)
	for model, path := range map[string]string{
		"demo-image": "/v1/images/generations", "demo-chat": "/v1/chat/completions",
		"demo-chat-legacy": "/v1/chat/completions",
		"demo-voice":       "/v1/audio/speech", "demo-moderation": "/v1/moderations",
		// none is announced
		"gpt-image-2.5-flare": "/v1/images/generations", "gpt-5.4-mini": "/v1/chat/completions",
		"omni-moderation-latest": "/v1/moderations",
	} {
		if status, _, data := postChat(t, s, path, fmt.Sprintf(bodies[path], model)); status != http.StatusOK {
			t.Errorf("%s: %d %s", model, status, data)
		}
	}
	if status, _, data := postChat(t, s, "/v1/images/generations", legacyBody); status != http.StatusOK {
		t.Errorf("demo-image-legacy: %d %s", status, data)
	}
}

func get(t *testing.T, s *httptest.Server, path string) (int, http.Header, string) {
	t.Helper()
	status, header, data := send(t, s, "right", http.MethodGet, path, "")
	return status, header, string(data)
}

func TestModelsReportShutdownDate(t *testing.T) {
	s := serveOn(t, "2026-12-24", everything)
	for model, want := range map[string]string{
		"tts-1": `{"created":0,"id":"tts-1","object":"model","owned_by":"system","shutdown_date":"2027-01-06"}`,
		// None is announced.
		"demo-image": `{"created":0,"id":"demo-image","object":"model","owned_by":"system","shutdown_date":null}`,
	} {
		if status, _, data := get(t, s, "/v1/models/"+model); status != http.StatusOK ||
			strings.TrimSpace(data) != want {
			t.Errorf("%s: %d %s", model, status, data)
		}
	}
	for _, gone := range []string{"gpt-5-mini", "gpt-9"} {
		if status, _, data := get(t, s, "/v1/models/"+gone); status != http.StatusNotFound ||
			!strings.Contains(data, "model_not_found") {
			t.Errorf("%s: %d %s", gone, status, data)
		}
	}
	status, _, data := get(t, s, "/v1/models")
	var list struct {
		Object string
		Data   []struct{ ID string }
	}
	if err := json.Unmarshal([]byte(data), &list); err != nil || status != http.StatusOK || list.Object != "list" {
		t.Fatalf("%d %s", status, data)
	}
	var names []string
	for _, m := range list.Data {
		names = append(names, m.ID)
	}
	if !slices.IsSorted(names) || !slices.Contains(names, "tts-1") || !slices.Contains(names, "demo-voice") ||
		slices.Contains(names, "gpt-5-mini") || slices.Contains(names, "dall-e-3") {
		t.Errorf("got %v", names)
	}
}

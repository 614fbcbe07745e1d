package openai_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mcwick.example/deploy/demoai/internal/openai"
	"mcwick.example/platform/testkit"
)

const legacyBody = `{"model":"demo-image-legacy","prompt":"a candle","n":1,"size":"1024x1024","quality":"standard","response_format":"b64_json"}`

func serve(t *testing.T, paint openai.Paint) *httptest.Server {
	t.Helper()
	return serveOn(t, "2026-11-22", openai.Generators{Paint: paint})
}

// serveOn is the provider on a day.
func serveOn(t *testing.T, day string, arts openai.Generators) *httptest.Server {
	t.Helper()
	today, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	return serveHandler(t, openai.NewHandler(openai.Settings{Key: "right", Today: func() time.Time { return today },
		Faults: true}, arts, discard))
}

func serveHandler(t *testing.T, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

var discard = slog.New(slog.DiscardHandler)

func today() time.Time { return time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC) }

func echo(_ context.Context, prompt string) ([]byte, error) { return []byte(prompt), nil }

func post(t *testing.T, s *httptest.Server, key, body string) (int, http.Header, []byte) {
	t.Helper()
	return send(t, s, key, http.MethodPost, "/v1/images/generations", body)
}

func send(t *testing.T, s *httptest.Server, key, method, path, body string) (int, http.Header, []byte) {
	t.Helper()
	response, data := testkit.Send(t, http.DefaultClient, method, s.URL+path, body, "Authorization", "Bearer "+key)
	return response.StatusCode, response.Header, data
}

type imageAnswer struct {
	Created int64
	Data    []struct {
		B64 string `json:"b64_json"`
	}
	Usage *struct {
		Total int `json:"total_tokens"`
	}
	Error struct {
		Message, Type string
		Param, Code   *string
	}
}

func TestGenerate_answers_both_dialects(t *testing.T) {
	s := serve(t, echo)
	for body, usage := range map[string]bool{
		legacyBody: false,
		`{"model":"gpt-image-2.5-flare","prompt":"a candle","n":1,"size":"1024x1024","quality":"medium","output_format":"png","user":null}`: true,
	} {
		status, _, data := post(t, s, "right", body)
		var a imageAnswer
		if err := json.Unmarshal(data, &a); err != nil || status != http.StatusOK || len(a.Data) != 1 ||
			a.Created == 0 {
			t.Fatalf("%s: %d %s", body, status, data)
		}
		if png, err := base64.StdEncoding.DecodeString(a.Data[0].B64); err != nil || string(png) != "a candle" {
			t.Errorf("got %q, %v", png, err)
		}
		if (a.Usage != nil && a.Usage.Total > 0) != usage {
			t.Errorf("%s: usage %v", body, a.Usage)
		}
	}
}

// Verifies SPEECH-16.
func TestGenerate_refuses_what_the_provider_refuses(t *testing.T) {
	s := serve(t, echo)
	current := func(more string) string { return `{"model":"gpt-image-2.5-flare","prompt":"x"` + more + `}` }
	for _, c := range []struct {
		name, key, body string
		status          int
		code, param     string
	}{
		{"wrong key", "wrong", legacyBody, 401, "invalid_api_key", ""},
		{"no JSON", "right", `{`, 400, "", ""},
		{"a retired model", "right", `{"model":"gpt-image-1","prompt":"x"}`, 404, "model_not_found", ""},
		{"another retired model", "right", strings.Replace(legacyBody, "demo-image-legacy", "dall-e-3", 1), 404,
			"model_not_found", ""},
		{"unknown model", "right", `{"model":"dall-e-9","prompt":"x"}`, 404, "model_not_found", ""},
		{"no model", "right", `{"prompt":"x"}`, 400, "missing_required_parameter", "model"},
		{"a model that is no text", "right", `{"model":1,"prompt":"x"}`, 400, "invalid_type", "model"},
		{"a model of another call", "right", `{"model":"gpt-5.4-mini","prompt":"x"}`, 400, "invalid_value", "model"},
		{"no prompt", "right", `{"model":"gpt-image-2.5-flare"}`, 400, "missing_required_parameter", "prompt"},
		{"an empty prompt", "right", `{"model":"gpt-image-2.5-flare","prompt":""}`, 400, "empty_string", "prompt"},
		{"a prompt too long", "right", `{"model":"demo-image-legacy","prompt":"` + strings.Repeat("é", 4001) + `"}`,
			400, "string_above_max_length", "prompt"},
		{"two pictures", "right", strings.Replace(legacyBody, `"n":1`, `"n":2`, 1), 400, "integer_above_max_value",
			"n"},
		{"another size", "right", current(`,"size":"512x512"`), 400, "invalid_value", "size"},
		{"old parameter, new model", "right", current(`,"response_format":"b64_json"`), 400, "unknown_parameter",
			"response_format"},
		{"old quality, new model", "right", current(`,"quality":"standard"`), 400, "invalid_value", "quality"},
		{"new parameter, old model", "right", strings.Replace(legacyBody, `"n":1`, `"output_format":"png"`, 1), 400,
			"unknown_parameter", "output_format"},
		{"parameter nobody knows", "right", current(`,"magic":true`), 400, "unknown_parameter", "magic"},
		{"a number that is none", "right", current(`,"n":"1"`), 400, "invalid_type", "n"},
		{"a quality of a newer model", "right", `{"model":"gpt-image-2","prompt":"x","quality":"max"}`, 400,
			"invalid_value", "quality"},
		{"a style", "right", current(`,"style":"vivid"`), 400, "unknown_parameter", "style"},
		{"an identifier too long", "right", current(`,"safety_identifier":"` + strings.Repeat("x", 129) + `"`), 400,
			"string_above_max_length", "safety_identifier"},
		{"an address instead of bytes", "right", `{"model":"demo-image-legacy","prompt":"x"}`, 400,
			"missing_required_parameter", "response_format"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, _, data := post(t, s, c.key, c.body)
			var a imageAnswer
			if err := json.Unmarshal(data, &a); err != nil || status != c.status || a.Error.Message == "" ||
				a.Error.Type == "" {
				t.Fatalf("%d %s", status, data)
			}
			if value(a.Error.Code) != c.code || value(a.Error.Param) != c.param {
				t.Errorf("code %q, param %q", value(a.Error.Code), value(a.Error.Param))
			}
		})
	}
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func TestStats_counts_pictures_and_wants_the_key(t *testing.T) {
	s := serve(t, echo)
	post(t, s, "right", legacyBody)
	post(t, s, "right", legacyBody)
	post(t, s, "right", `{}`)
	stats := func(key string) (int, string) {
		status, _, data := send(t, s, key, http.MethodGet, "/stats", "")
		return status, strings.TrimSpace(string(data))
	}
	if status, body := stats("right"); status != http.StatusOK ||
		body != `{"chats":0,"images":2,"speeches":0,"texts":0}` {
		t.Errorf("got %d %s", status, body)
	}
	if status, _ := stats("wrong"); status != http.StatusUnauthorized {
		t.Errorf("got %d", status)
	}
}

func TestGenerate_answers_500_when_drawing_fails(t *testing.T) {
	s := serve(t, func(context.Context, string) ([]byte, error) { return nil, errors.New("no paint") })
	if status, _, data := post(t, s, "right", legacyBody); status != http.StatusInternalServerError ||
		strings.Contains(string(data), "no paint") {
		t.Errorf("got %d %s", status, data)
	}
}

func TestFaults(t *testing.T) {
	s := serve(t, echo)
	marked := func(mark string) string {
		return strings.Replace(legacyBody, "a candle", "a [demo:"+mark+"] candle", 1)
	}
	t.Run("reset", func(t *testing.T) {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/images/generations",
			strings.NewReader(marked("reset")))
		r.Header.Set("Authorization", "Bearer right")
		if response, err := http.DefaultClient.Do(r); err == nil {
			t.Errorf("got %d", response.StatusCode)
		}
	})
	t.Run("hang", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/v1/images/generations",
			strings.NewReader(marked("hang")))
		r.Header.Set("Authorization", "Bearer right")
		answered := make(chan error)
		go func() {
			_, err := http.DefaultClient.Do(r)
			answered <- err
		}()
		// Another request is served meanwhile; only then is the first given up.
		if status, _, _ := post(t, s, "right", legacyBody); status != 200 {
			t.Errorf("got %d", status)
		}
		cancel()
		if err := <-answered; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("toolarge", func(t *testing.T) {
		status, _, data := post(t, s, "right", marked("toolarge"))
		if status != 200 || len(data) < 32<<20 || !bytes.Contains(data[:100], []byte("iVBORw0KGgo")) {
			t.Errorf("got %d with %d bytes", status, len(data))
		}
	})
	for mark, want := range map[string]int{"hang:1": 408, "slow:1": 200} {
		t.Run(mark, func(t *testing.T) {
			start := time.Now()
			if status, _, _ := post(t, s, "right", marked(mark)); status != want || time.Since(start) < time.Second {
				t.Errorf("got %d after %v", status, time.Since(start))
			}
		})
	}
	t.Run("an unknown mark draws", func(t *testing.T) {
		if status, _, _ := post(t, s, "right", marked("party")); status != 200 {
			t.Errorf("got %d", status)
		}
	})
}

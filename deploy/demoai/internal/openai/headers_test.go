package openai_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"mcwick.example/deploy/demoai/internal/openai"
)

func TestResponsesHaveProviderHeaders(t *testing.T) {
	s := serveOn(t, "2026-11-22", everything)
	ids := map[string]bool{}
	check := func(name string, header http.Header) {
		for field, pattern := range map[string]string{
			"x-request-id":               `^req_[0-9a-f]{32}$`,
			"x-ratelimit-limit-requests": `^[0-9]+$`, "x-ratelimit-limit-tokens": `^[0-9]+$`,
			"x-ratelimit-remaining-requests": `^[0-9]+$`, "x-ratelimit-remaining-tokens": `^[0-9]+$`,
			"x-ratelimit-reset-requests": `^[0-9]+(ms|s)$`, "x-ratelimit-reset-tokens": `^[0-9]+(ms|s)$`,
		} {
			if got := header.Get(field); !regexp.MustCompile(pattern).MatchString(got) {
				t.Errorf("%s: %s is %q", name, field, got)
			}
		}
		if id := header.Get("X-Request-Id"); ids[id] {
			t.Errorf("%s: the id %s again", name, id)
		} else {
			ids[id] = true
		}
	}
	for path, body := range bodies {
		_, header, _ := postChat(t, s, path, fmt.Sprintf(body, "gpt-9"))
		check(path, header)
	}
	_, header, _ := postChat(t, s, "/v1/chat/completions", chatBody("x", specified+`,"stream":true}`))
	check("a stream", header)
	_, header, _ = postChat(t, s, "/v1/audio/speech", `{"model":"demo-voice","input":"x","voice":"onyx"}`)
	check("a speech", header)
	_, header, _ = get(t, s, "/v1/models")
	check("the models", header)
	_, header, _ = get(t, s, "/v1/threads")
	check("an unknown address", header)
}

func TestRateLimitedResponseHasRetryAfter(t *testing.T) {
	s := serveOn(t, "2026-11-22", everything)
	for mark, want := range map[string][2]string{"429": {"1", "1s"}, "429:20": {"20", "20s"},
		"429:100": {"100", "1m40s"}} {
		status, header, data := postChat(t, s, "/v1/chat/completions", chatBody("x [demo:"+mark+"]", `]}`))
		if status != 429 || !strings.Contains(data, "rate_limit_exceeded") || header.Get("Retry-After") != want[0] ||
			header.Get("X-Ratelimit-Remaining-Requests") != "0" || header.Get("X-Ratelimit-Reset-Requests") != want[1] {
			t.Errorf("%s: %d %v %s", mark, status, header, data)
		}
	}
}

func TestFaultResponsesMatchProvider(t *testing.T) {
	s := serveOn(t, "2026-11-22", everything)
	for mark, c := range map[string]struct {
		status     int
		kind, code string
	}{
		"503":          {503, "server_error", ""},
		"organization": {403, "invalid_request_error", ""},
		"region":       {403, "request_forbidden", "unsupported_country_region_territory"},
		"model":        {404, "invalid_request_error", "model_not_found"},
		"policy":       {400, "invalid_request_error", "content_policy_violation"},
		"prompt":       {400, "invalid_request_error", "invalid_prompt"},
		"moderation":   {400, "image_generation_user_error", "moderation_blocked"},
	} {
		status, _, data := post(t, s, "right", strings.Replace(legacyBody, "a candle", "a [demo:"+mark+"] candle", 1))
		var a imageAnswer
		if err := json.Unmarshal(data, &a); err != nil || status != c.status || a.Error.Type != c.kind ||
			value(a.Error.Code) != c.code || a.Error.Message == "" {
			t.Errorf("%s: %d %s", mark, status, data)
		}
	}
	for mark, c := range map[string]struct {
		status    int
		kind, has string
	}{
		"html":          {502, "text/html", "<h1>"},
		"html:404":      {404, "text/html", "<h1>"},
		"texterror":     {400, "application/json", `{"error":"something went wrong"}`},
		"texterror:503": {503, "application/json", `{"error":"something went wrong"}`},
		"texterror:999": {400, "application/json", `{"error":"something went wrong"}`},
	} {
		status, header, data := post(t, s, "right",
			strings.Replace(legacyBody, "a candle", "a [demo:"+mark+"] candle", 1))
		if status != c.status || header.Get("Content-Type") != c.kind || !strings.Contains(string(data), c.has) {
			t.Errorf("%s: %d %v %s", mark, status, header, data)
		}
	}
}

func TestMarkMayNameModel(t *testing.T) {
	s := serveOn(t, "2026-11-22", everything)
	const body = `{"model":"demo-image","prompt":"a candle %s"}`
	for marks, want := range map[string]int{
		"[demo:503@demo-image]": 503, "[demo:503@demo-image-legacy]": 200,
		"[demo:503@demo-image-legacy] [demo:429:20@demo-image]": 429, "[demo:500] [demo:503@demo-image]": 500,
	} {
		if status, _, data := post(t, s, "right", fmt.Sprintf(body, marks)); status != want {
			t.Errorf("%s: %d %s", marks, status, data)
		}
	}
}

func TestMarksNeedFaultsEnabled(t *testing.T) {
	h := openai.NewHandler(openai.Settings{Key: "right", Today: today},
		openai.Generators{Paint: echo, WriteStory: everything.WriteStory, Speak: fakeSpeak}, discard)
	s := serveHandler(t, h)
	if status, _, data := post(t, s, "right",
		strings.Replace(legacyBody, "a candle", "a [demo:500] candle", 1)); status != 200 {
		t.Errorf("%d %s", status, data)
	}
	if status, _, data := postChat(t, s, "/v1/audio/speech",
		`{"model":"demo-voice","input":"gm [demo:500]","voice":"onyx"}`); status != 200 || data != "ID3gm [demo:500]" {
		t.Errorf("%d %s", status, data)
	}
}

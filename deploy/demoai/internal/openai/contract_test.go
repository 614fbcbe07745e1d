package openai_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"mcwick.example/deploy/demoai/internal/openai"
	"mcwick.example/platform/aiprovider"
	"mcwick.example/platform/config"
)

// The client that the platform uses, on this provider: what it asks for is taken, and what it is
// refused it understands.

const (
	aPicture = "\x89PNG\r\n\x1a\n a picture"
	aStory   = "It began with a candle. It ended in the dark."
	aVoice   = "ID3\x04 a voice"
)

// clientOn is a client of this provider on a day.
func clientOn(t *testing.T, day string, key config.Secret) *aiprovider.Client {
	t.Helper()
	s := serveOn(t, day, openai.Generators{
		Paint:      func(context.Context, string) ([]byte, error) { return []byte(aPicture), nil },
		WriteStory: func(string, string) string { return aStory },
		Speak:      func(context.Context, string) ([]byte, error) { return []byte(aVoice), nil },
	})
	return aiprovider.NewClient(aiprovider.Provider{Name: "demo", BaseURL: s.URL + "/v1", Key: key})
}

// The calls of the client, each with a text that may hold a mark. Every model is asked in its
// dialect.
func requestImage(t *testing.T, c *aiprovider.Client, model string, d aiprovider.Dialect, text string) (string, error) {
	t.Helper()
	picture, err := c.Image(t.Context(),
		aiprovider.ImageRequest{Model: model, Dialect: d, Prompt: text, Size: "1024x1024", User: "a-hash",
			Timeout: time.Minute})
	return string(picture.Bytes), err
}

func requestChat(
	t *testing.T, c *aiprovider.Client, text string, change func(*aiprovider.ChatRequest),
) (string, aiprovider.ChatResponse, error) {
	t.Helper()
	var story strings.Builder
	r := aiprovider.ChatRequest{
		Model: "demo-chat", Dialect: aiprovider.DialectCurrent, System: "You tell stories.", Turns: []string{text},
		User: "a-hash", MaxTokens: 250, Timeout: time.Minute,
	}
	if change != nil {
		change(&r)
	}
	answer, err := c.Chat(t.Context(), r, func(piece string) error {
		story.WriteString(piece)
		return nil
	})
	return story.String(), answer, err
}

func requestSpeech(t *testing.T, c *aiprovider.Client, model, text string) (string, error) {
	t.Helper()
	speech, err := c.Speech(t.Context(),
		aiprovider.SpeechRequest{Model: model, Text: text, Voice: "onyx", Speed: 1, Timeout: time.Minute})
	return string(speech), err
}

func requestVerdicts(t *testing.T, c *aiprovider.Client, texts ...string) ([]aiprovider.Verdict, error) {
	t.Helper()
	return c.Moderate(t.Context(),
		aiprovider.ModerationRequest{Model: "demo-moderation", Texts: texts, Timeout: time.Minute})
}

func TestContract_every_model_accepts_client_requests(t *testing.T) {
	c := clientOn(t, "2026-11-22", "right")
	for model, dialect := range map[string]aiprovider.Dialect{
		"demo-image": aiprovider.DialectCurrent, "demo-image-legacy": aiprovider.DialectLegacy,
		"gpt-image-2.5-flare": aiprovider.DialectCurrent,
	} {
		if got, err := requestImage(t, c, model, dialect, "a candle"); err != nil || got != aPicture {
			t.Errorf("%s: %q, %v", model, got, err)
		}
	}
	for _, quality := range []string{"low", "medium", "high", "xhigh", "max"} {
		if _, err := c.Image(t.Context(),
			aiprovider.ImageRequest{Model: "gpt-image-2.5-flare", Prompt: "a candle", Quality: quality}); err != nil {
			t.Errorf("%s: %v", quality, err)
		}
	}
	for model, change := range map[string]func(*aiprovider.ChatRequest){
		"demo-chat":    nil,
		"gpt-5.4-mini": func(r *aiprovider.ChatRequest) { r.ReasoningEffort = "none" },
		"gpt-5-mini":   func(r *aiprovider.ChatRequest) { r.ReasoningEffort, r.ReasoningTokens = "low", 1000 },
		"demo-chat-legacy": func(r *aiprovider.ChatRequest) {
			r.Dialect, r.Temperature, r.PresencePenalty, r.FrequencyPenalty = aiprovider.DialectLegacy, 0.9, 0.6, 0.5
		},
	} {
		story, answer, err := requestChat(t, c, "a candle", func(r *aiprovider.ChatRequest) {
			if r.Model = model; change != nil {
				change(r)
			}
		})
		if err != nil || story != aStory || answer.TokensIn == 0 || answer.TokensOut == 0 || answer.Truncated ||
			answer.Filtered {
			t.Errorf("%s: %q, %+v, %v", model, story, answer, err)
		}
	}
	for _, model := range []string{"demo-voice", "tts-1"} {
		if got, err := requestSpeech(t, c, model, "Good day."); err != nil || got != aVoice {
			t.Errorf("%s: %q, %v", model, got, err)
		}
	}
	verdicts, err := requestVerdicts(t, c, "good day", "snuff every candle")
	if err != nil || verdicts[0].Flagged || !verdicts[1].Flagged || len(verdicts[1].Categories) != 1 ||
		len(verdicts[1].Scores) != 13 {
		t.Errorf("%v, %v", verdicts, err)
	}
}

// Verifies LIMIT-13.
func TestContract_failures_map_to_reasons(t *testing.T) {
	none, unknown, due := aiprovider.PaymentNone, aiprovider.PaymentUnknown, aiprovider.PaymentDue
	type failure struct {
		reason  aiprovider.Reason
		payment aiprovider.Payment
		status  int
		code    string
	}
	everywhere := map[string]failure{
		"401":           {aiprovider.ReasonKey, none, 401, "invalid_api_key"},
		"organization":  {aiprovider.ReasonOrganization, none, 403, "invalid_request_error"},
		"region":        {aiprovider.ReasonRegion, none, 403, "unsupported_country_region_territory"},
		"html:403":      {aiprovider.ReasonForbidden, none, 403, ""},
		"model":         {aiprovider.ReasonModel, none, 404, "model_not_found"},
		"html:404":      {aiprovider.ReasonModel, none, 404, ""},
		"quota":         {aiprovider.ReasonQuota, none, 429, "insufficient_quota"},
		"429":           {aiprovider.ReasonBusy, none, 429, "rate_limit_exceeded"},
		"503":           {aiprovider.ReasonBusy, none, 503, "server_error"},
		"texterror:503": {aiprovider.ReasonBusy, none, 503, ""},
		"500":           {aiprovider.ReasonServer, unknown, 500, "server_error"},
		"html":          {aiprovider.ReasonServer, unknown, 502, ""},
		"texterror":     {aiprovider.ReasonRejected, none, 400, ""},
		"hang:1":        {aiprovider.ReasonTimeout, unknown, 408, "timeout"},
		"moderation":    {aiprovider.ReasonRefused, none, 400, "moderation_blocked"},
		"policy":        {aiprovider.ReasonRefused, none, 400, "content_policy_violation"},
		"prompt":        {aiprovider.ReasonRefused, none, 400, "invalid_prompt"},
		"reset":         {aiprovider.ReasonNetwork, unknown, 0, ""},
		"html:200":      {aiprovider.ReasonUnreadable, unknown, 200, ""},
	}
	c := clientOn(t, "2026-11-22", "right")
	calls := map[string]struct {
		call func(t *testing.T, text string) error
		own  map[string]failure
	}{
		"image": {func(t *testing.T, text string) error {
			_, err := requestImage(t, c, "demo-image", aiprovider.DialectCurrent, text)
			return err
		}, map[string]failure{
			"empty": {aiprovider.ReasonNoImage, due, 200, ""}, "notimage": {aiprovider.ReasonNotAnImage, due, 200, ""},
			"toolarge": {aiprovider.ReasonTooLarge, due, 200, ""},
		}},
		"image, legacy": {func(t *testing.T, text string) error {
			_, err := requestImage(t, c, "demo-image-legacy", aiprovider.DialectLegacy, text)
			return err
		}, nil},
		"chat": {func(t *testing.T, text string) error {
			_, _, err := requestChat(t, c, text, nil)
			return err
		}, map[string]failure{
			"empty": {aiprovider.ReasonNoContent, due, 200, ""}, "cut": {aiprovider.ReasonNetwork, unknown, 200, ""},
		}},
		"chat, legacy": {func(t *testing.T, text string) error {
			_, _, err := requestChat(t, c, text,
				func(r *aiprovider.ChatRequest) { r.Model, r.Dialect = "demo-chat-legacy", aiprovider.DialectLegacy })
			return err
		}, nil},
		"speech": {func(t *testing.T, text string) error {
			_, err := requestSpeech(t, c, "demo-voice", text)
			return err
		}, map[string]failure{
			"html:200": {aiprovider.ReasonNotSpeech, due, 200, ""},
			"empty":    {aiprovider.ReasonNotSpeech, due, 200, ""},
			"notsound": {aiprovider.ReasonNotSpeech, due, 200, ""},
			"toolarge": {aiprovider.ReasonTooLarge, due, 200, ""},
		}},
		"moderation": {func(t *testing.T, text string) error {
			_, err := requestVerdicts(t, c, text)
			return err
		}, nil},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := map[string]failure{}
			for mark, f := range everywhere {
				all[mark] = f
			}
			for mark, f := range call.own {
				all[mark] = f
			}
			for mark, want := range all {
				t.Run(mark, func(t *testing.T) {
					t.Parallel()
					err := call.call(t, "a candle [demo:"+mark+"]")
					var e *aiprovider.Error
					if !errors.As(err, &e) {
						t.Fatalf("got %v", err)
					}
					if got := (failure{e.Reason, e.Payment, e.Status, e.Code}); got != want ||
						(e.RequestID == "") != (e.Status == 0) {
						t.Errorf("got %+v of request %q, want %+v", got, e.RequestID, want)
					}
				})
			}
		})
	}
}

func TestContract_retry_after_is_reported(t *testing.T) {
	_, err := requestImage(t, clientOn(t, "2026-11-22", "right"), "demo-image", aiprovider.DialectCurrent,
		"a candle [demo:429:20]")
	if e, ok := errors.AsType[*aiprovider.Error](err); !ok || e.RetryAfter != 20*time.Second {
		t.Errorf("got %v", err)
	}
}

func TestContract_silence_ends_at_deadline(t *testing.T) {
	c := clientOn(t, "2026-11-22", "right")
	for _, mark := range []string{"hang", "stall"} {
		_, _, err := requestChat(t, c, "a candle [demo:"+mark+"]",
			func(r *aiprovider.ChatRequest) { r.Timeout = 2 * time.Second })
		var e *aiprovider.Error
		if !errors.As(err, &e) || e.Reason != aiprovider.ReasonTimeout || e.Payment != aiprovider.PaymentUnknown {
			t.Errorf("%s: %v", mark, err)
		}
	}
}

func TestContract_wrong_key(t *testing.T) {
	for _, key := range []config.Secret{"wrong", ""} {
		_, err := requestImage(t, clientOn(t, "2026-11-22", key), "demo-image", aiprovider.DialectCurrent, "a candle")
		var e *aiprovider.Error
		if !errors.As(err, &e) || e.Reason != aiprovider.ReasonKey || e.Payment != aiprovider.PaymentNone {
			t.Errorf("%q: %v", key.Reveal(), err)
		}
	}
}

func TestContract_finish_reasons(t *testing.T) {
	c := clientOn(t, "2026-11-22", "right")
	for mark, want := range map[string]struct {
		story         string
		cut, withheld bool
	}{
		"think":   {aStory, false, false},
		"length":  {aStory, true, false},
		"refusal": {"", false, true},
	} {
		story, answer, err := requestChat(t, c, "a candle [demo:"+mark+"]", nil)
		if err != nil || story != want.story || answer.Truncated != want.cut || answer.Filtered != want.withheld ||
			answer.TokensOut == 0 {
			t.Errorf("%s: %q, %+v, %v", mark, story, answer, err)
		}
	}
	// A model that reasons needs tokens for it: without them nothing is left to say.
	_, answer, err := requestChat(t, c, "a candle",
		func(r *aiprovider.ChatRequest) { r.Model, r.ReasoningEffort = "gpt-5-mini", "high" })
	var e *aiprovider.Error
	if !errors.As(err, &e) || e.Reason != aiprovider.ReasonNoContent || !answer.Truncated {
		t.Errorf("%+v, %v", answer, err)
	}
}

func TestContract_models_retire(t *testing.T) {
	before, after := clientOn(t, "2027-01-05", "right"), clientOn(t, "2027-01-06", "right")
	end := time.Date(2027, 1, 6, 0, 0, 0, 0, time.UTC)
	if date, _, err := before.ShutdownDate(t.Context(), "tts-1"); err != nil || !date.Equal(end) {
		t.Errorf("%v, %v", date, err)
	}
	if date, _, err := before.ShutdownDate(t.Context(), "demo-voice"); err != nil || !date.IsZero() {
		t.Errorf("%v, %v", date, err)
	}
	if _, err := requestSpeech(t, before, "tts-1", "Good day."); err != nil {
		t.Error(err)
	}
	var e *aiprovider.Error
	if _, err := requestSpeech(t, after, "tts-1", "Good day."); !errors.As(err, &e) ||
		e.Reason != aiprovider.ReasonModel || e.Payment != aiprovider.PaymentNone {
		t.Errorf("got %v", err)
	}
	_, _, err := after.ShutdownDate(t.Context(), "tts-1")
	if !errors.As(err, &e) || e.Reason != aiprovider.ReasonModel {
		t.Errorf("got %v", err)
	}
}

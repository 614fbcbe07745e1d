package openai_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"mcwick.example/deploy/demoai/internal/openai"
	"mcwick.example/deploy/demoai/internal/voice"
)

// tale has 120 words in 10 sentences.
var tale = strings.TrimSpace(strings.Repeat("One two three four five six seven eight nine ten eleven twelve. ", 10))

func newChatHandler(t *testing.T) *httptest.Server {
	t.Helper()
	return serveOn(t, "2026-11-22", openai.Generators{
		WriteStory: func(_, message string) string {
			if strings.Contains(message, "echo") {
				return message
			}
			return tale
		},
		Speak: fakeSpeak,
	})
}

func fakeSpeak(_ context.Context, text string) ([]byte, error) {
	if strings.HasPrefix(text, "?") {
		return nil, voice.ErrSilent
	}
	return []byte("ID3" + text), nil
}

func postChat(t *testing.T, s *httptest.Server, path, body string) (int, http.Header, string) {
	t.Helper()
	status, header, data := send(t, s, "right", http.MethodPost, path, body)
	return status, header, string(data)
}

func chatBody(message, more string) string {
	return `{"model":"gpt-4o-mini","messages":[{"role":"system","content":"You tell horror."},{"role":"user","content":"` + message + `"}` + more
}

const specified = `],"temperature":0.9,"max_tokens":250,"presence_penalty":0.6,"frequency_penalty":0.5`

type chatChunk struct {
	Choices []struct {
		Delta        struct{ Content string }
		Message      struct{ Content string }
		FinishReason string `json:"finish_reason"`
	}
	Usage struct {
		In  int `json:"prompt_tokens"`
		Out int `json:"completion_tokens"`
	}
}

// streamed joins what came as a stream.
func streamed(t *testing.T, data string) (text, finish string, usage int) {
	t.Helper()
	for line := range strings.SplitSeq(data, "\n") {
		line, ok := strings.CutPrefix(line, "data: ")
		if !ok || line == "[DONE]" {
			continue
		}
		var c chatChunk
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		usage += c.Usage.Out
		for _, choice := range c.Choices {
			text, finish = text+choice.Delta.Content, finish+choice.FinishReason
		}
	}
	return text, finish, usage
}

func TestChat_answers_whole_and_streamed(t *testing.T) {
	s := newChatHandler(t)
	status, _, data := postChat(t, s, "/v1/chat/completions", chatBody("x", specified+`}`))
	var whole chatChunk
	if err := json.Unmarshal([]byte(data), &whole); err != nil || status != 200 ||
		whole.Choices[0].Message.Content != tale || whole.Choices[0].FinishReason != "stop" || whole.Usage.Out != 160 {
		t.Errorf("%d %s, %v", status, data, err)
	}
	status, header, data := postChat(t, s, "/v1/chat/completions",
		chatBody("x", specified+`,"stream":true,"stream_options":{"include_usage":true}}`))
	text, finish, usage := streamed(t, data)
	if status != 200 || header.Get("Content-Type") != "text/event-stream" || text != tale || finish != "stop" ||
		usage != 160 || !strings.HasSuffix(data, "data: [DONE]\n\n") {
		t.Errorf("%d %v %q %s %d", status, header, text, finish, usage)
	}
	_, _, data = postChat(t, s, "/v1/chat/completions", chatBody("x", `],"max_tokens":100,"stream":true}`))
	if text, finish, usage := streamed(t, data); len(strings.Fields(text)) != 75 || finish != "length" || usage != 0 {
		t.Errorf("%q %s %d", text, finish, usage)
	}
}

// Verifies SPEECH-16.
func TestChat_refuses_what_the_provider_refuses(t *testing.T) {
	s := newChatHandler(t)
	for name, c := range map[string]struct {
		body   string
		status int
		code   string
	}{
		"no such model": {strings.Replace(chatBody("x", `]}`), "gpt-4o-mini", "mcwick-1", 1), 404,
			"model_not_found"},
		"max_tokens for a newer one": {strings.Replace(chatBody("x", `],"max_tokens":250}`), "gpt-4o-mini",
			"gpt-5.4-mini", 1), 400, "unsupported_parameter"},
		"an effort for an older one": {chatBody("x", `],"reasoning_effort":"none"}`), 400, "unsupported_parameter"},
		"an effort that is none": {strings.Replace(chatBody("x", `],"reasoning_effort":"huge"}`), "gpt-4o-mini",
			"gpt-5.4-mini", 1), 400, "invalid_value"},
		"a penalty for a newer one": {strings.Replace(chatBody("x", `],"presence_penalty":0.6}`), "gpt-4o-mini",
			"gpt-5.4-mini", 1), 400, "unsupported_parameter"},
		"a temperature that melts":    {chatBody("x", `],"temperature":2.1}`), 400, "decimal_above_max_value"},
		"a parameter of another call": {chatBody("x", `],"quality":"high"}`), 400, "unknown_parameter"},
		"a message with more": {strings.Replace(chatBody("x", `]}`), `{"role":"system",`,
			`{"role":"system","mood":"dark",`, 1), 400, "unknown_parameter"},
		"nobody who asks": {`{"model":"gpt-4o-mini","messages":[{"role":"system","content":"x"}]}`, 400,
			"empty_array"},
		"nothing said":                {`{"model":"gpt-4o-mini"}`, 400, "missing_required_parameter"},
		"somebody who does not exist": {chatBody("x", `,{"role":"ghost","content":"boo"}]}`), 400, "invalid_value"},
	} {
		status, _, data := postChat(t, s, "/v1/chat/completions", c.body)
		if status != c.status || !strings.Contains(data, `"code":"`+c.code+`"`) {
			t.Errorf("%s: %d %s", name, status, data)
		}
	}
}

func TestChat_breaks_rules_by_marks(t *testing.T) {
	s := newChatHandler(t)
	for mark, broken := range map[string]func(text, finish string) bool{
		"empty": func(text, _ string) bool { return text == "" },
		"think": func(text, _ string) bool {
			return strings.HasPrefix(text, "<think>") &&
				strings.HasSuffix(text, tale)
		},
		"blank":     func(text, _ string) bool { return text != "" && strings.TrimSpace(text) == "" },
		"storytime": func(text, _ string) bool { return strings.HasPrefix(text, "Story time!") },
		"sentences": func(text, _ string) bool {
			return strings.Count(text, ".") == 1 &&
				len(strings.Fields(text)) > 75
		},
		"short":  func(text, _ string) bool { return len(strings.Fields(text)) < 75 && strings.Count(text, ".") >= 3 },
		"long":   func(text, _ string) bool { return len(strings.Fields(text)) == 170 },
		"length": func(text, finish string) bool { return text == tale && finish == "length" },
	} {
		_, _, data := postChat(t, s, "/v1/chat/completions", chatBody("x [demo:"+mark+"]", specified+`,"stream":true}`))
		if text, finish, _ := streamed(t, data); !broken(text, finish) {
			t.Errorf("%s: %q %s", mark, text, finish)
		}
		_, _, data = postChat(t, s, "/v1/chat/completions",
			chatBody("x [demo:"+mark+":1]", `,{"role":"assistant","content":"bad"}],"stream":true}`))
		if text, finish, _ := streamed(t, data); text != tale || finish != "stop" {
			t.Errorf("%s: the second answer is %q %s", mark, text, finish)
		}
	}
	if status, _, _ := postChat(t, s, "/v1/chat/completions", chatBody("x [demo:429]", `]}`)); status != 429 {
		t.Errorf("status %d", status)
	}
}

// chunks are what a stream said, one after the other.
func chunks(t *testing.T, data string) (all []map[string]any) {
	t.Helper()
	for line := range strings.SplitSeq(data, "\n") {
		if line, ok := strings.CutPrefix(line, "data: "); ok && line != "[DONE]" {
			var c map[string]any
			if err := json.Unmarshal([]byte(line), &c); err != nil {
				t.Fatal(err)
			}
			all = append(all, c)
		}
	}
	return all
}

func TestStreamUsageAndObfuscationOptions(t *testing.T) {
	s := newChatHandler(t)
	for options, want := range map[string]struct{ usage, obfuscation bool }{
		``: {false, true},
		`,"stream_options":{"include_usage":true}`:                              {true, true},
		`,"stream_options":{"include_usage":true,"include_obfuscation":false}`:  {true, false},
		`,"stream_options":{"include_usage":false,"include_obfuscation":false}`: {false, false},
	} {
		_, _, data := postChat(t, s, "/v1/chat/completions", chatBody("x", `],"stream":true`+options+`}`))
		all := chunks(t, data)
		for i, c := range all {
			usage, hasUsage := c["usage"]
			last := want.usage && i == len(all)-1
			if hasUsage != want.usage || (usage != nil) != last {
				t.Errorf("%s: usage of chunk %d of %d is %v", options, i, len(all), usage)
			}
			if obfuscation, _ := c["obfuscation"].(string); !last && (obfuscation != "") != want.obfuscation {
				t.Errorf("%s: obfuscation of chunk %d is %q", options, i, obfuscation)
			}
		}
	}
	if status, _, data := postChat(t, s, "/v1/chat/completions",
		chatBody("x", `],"stream_options":{"include_usage":true}}`)); status != 400 ||
		!strings.Contains(data, "stream_options") {
		t.Errorf("%d %s", status, data)
	}
}

func TestChat_refuses_in_words(t *testing.T) {
	s := newChatHandler(t)
	_, _, data := postChat(t, s, "/v1/chat/completions", chatBody("x [demo:refusal]", `],"stream":true}`))
	refused := ""
	for _, c := range chunks(t, data) {
		for _, choice := range c["choices"].([]any) {
			delta := choice.(map[string]any)["delta"].(map[string]any)
			if content, _ := delta["content"].(string); content != "" {
				t.Errorf("content %q", content)
			}
			piece, _ := delta["refusal"].(string)
			refused += piece
		}
	}
	_, _, data = postChat(t, s, "/v1/chat/completions", chatBody("x [demo:refusal]", `]}`))
	if refused == "" || !strings.Contains(data, `"content":null`) || !strings.Contains(data, `"refusal":"`+refused) {
		t.Errorf("%q, %s", refused, data)
	}
}

func TestReasoningTokensAreCounted(t *testing.T) {
	s := newChatHandler(t)
	for name, c := range map[string]struct {
		model, more     string
		reasoning, from float64
		finish          string
	}{
		"none by default":     {"gpt-5.4-mini", `]}`, 0, 160, "stop"},
		"low":                 {"gpt-5.4-mini", `],"reasoning_effort":"low"}`, 64, 224, "stop"},
		"medium by default":   {"gpt-5-mini", `]}`, 320, 480, "stop"},
		"nothing left to say": {"gpt-5-mini", `],"max_completion_tokens":250}`, 250, 250, "length"},
		"less left than there is": {"demo-chat", `],"reasoning_effort":"low","max_completion_tokens":164}`, 64, 164,
			"length"},
		"one that never reasons": {"gpt-4o", `]}`, 0, 160, "stop"},
	} {
		_, _, data := postChat(t, s, "/v1/chat/completions",
			strings.Replace(chatBody("x", c.more), "gpt-4o-mini", c.model, 1))
		var a struct {
			Choices []struct {
				FinishReason string `json:"finish_reason"`
			}
			Usage struct {
				Out     float64            `json:"completion_tokens"`
				Details map[string]float64 `json:"completion_tokens_details"`
			}
		}
		if err := json.Unmarshal([]byte(data), &a); err != nil || a.Choices[0].FinishReason != c.finish ||
			a.Usage.Out != c.from || a.Usage.Details["reasoning_tokens"] != c.reasoning {
			t.Errorf("%s: %s, %v", name, data, err)
		}
	}
}

func TestStreamStopsHalfway(t *testing.T) {
	s := newChatHandler(t)
	for mark, gone := range map[string]error{"cut": syscall.ECONNRESET, "stall": context.Canceled} {
		t.Run(mark, func(t *testing.T) {
			ctx, leave := context.WithTimeout(t.Context(), time.Minute)
			defer leave()
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/v1/chat/completions",
				strings.NewReader(chatBody("x [demo:"+mark+"]", specified+`,"stream":true}`)))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer right")
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			lines, whole := bufio.NewReader(resp.Body), ""
			for line := ""; err == nil; line, err = lines.ReadString('\n') {
				if whole += line; mark == "stall" && strings.Count(whole, "data: ") > 60 { // the first has no word
					time.AfterFunc(time.Second, leave) // the other words would take 0.3 s
				}
			}
			text, finish, _ := streamed(t, whole)
			if words := len(strings.Fields(text)); words == 0 || words > 60 || finish != "" || !errors.Is(err, gone) {
				t.Errorf("%d words of %d, finish %q, %v", words, 120, finish, err)
			}
		})
	}
}

func TestSpeech(t *testing.T) {
	s := newChatHandler(t)
	body := func(input, more string) string {
		return `{"model":"tts-1","voice":"onyx","input":"` + input + `"` + more + `}`
	}
	for name, c := range map[string]struct {
		body   string
		status int
		want   string
	}{
		"as specified": {body("Hello [demo:nothing], broh", `,"speed":1,"response_format":"mp3"`), 200,
			"ID3Hello , broh"},
		"the longest":    {body(strings.Repeat("x", 4096), ""), 200, "ID3x"},
		"too long":       {body(strings.Repeat("x", 4097), ""), 400, "string_above_max_length"},
		"no text":        {body("", ""), 400, "empty_string"},
		"no words":       {body("?! …", ""), 400, "no_words"},
		"another voice":  {`{"model":"tts-1","voice":"wick","input":"x"}`, 400, "invalid_value"},
		"no voice":       {`{"model":"tts-1","input":"x"}`, 400, "missing_required_parameter"},
		"too fast":       {body("x", `,"speed":5`), 400, "decimal_above_max_value"},
		"another form":   {body("x", `,"response_format":"opus"`), 400, "invalid_value"},
		"unknown":        {body("x", `,"temperature":1`), 400, "unknown_parameter"},
		"instructions":   {body("x", `,"instructions":"slowly"`), 400, "unsupported_parameter"},
		"a newer voice":  {`{"model":"tts-1","voice":"marin","input":"x"}`, 400, "invalid_value"},
		"as a demo":      {`{"model":"demo-voice","voice":"marin","input":"x","instructions":"slowly"}`, 200, "ID3x"},
		"a broken world": {body("x [demo:500]", ""), 500, "server_error"},
		"no sound":       {body("x [demo:notsound]", ""), 200, "xxx"},
	} {
		status, header, data := postChat(t, s, "/v1/audio/speech", c.body)
		if status != c.status || !strings.Contains(data, c.want) {
			t.Errorf("%s: %d %.200s", name, status, data)
		}
		if strings.HasPrefix(c.want, "ID3") && header.Get("Content-Type") != "audio/mpeg" {
			t.Errorf("%s: %v", name, header)
		}
	}
	if _, _, data := postChat(t, s, "/v1/audio/speech", body("x [demo:toolarge]", "")); len(data) != 11<<20 {
		t.Errorf("%d bytes", len(data))
	}
}

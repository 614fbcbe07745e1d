package aiprovider

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// stream answers with these chunks, as server-sent events.
func stream(chunks ...string) http.HandlerFunc {
	return respond(http.StatusOK, "text/event-stream", "data: "+strings.Join(chunks, "\n\ndata: ")+"\n\n")
}

// delta is a chunk with a piece of text.
func delta(text string) string {
	b, _ := json.Marshal(text)
	return `{"choices":[{"index":0,"delta":{"content":` + string(b) +
		`},"finish_reason":null}],"usage":null,"obfuscation":"x7"}`
}

// finish is a chunk without text that says why the answer ends.
func finish(reason string) string {
	return `{"choices":[{"index":0,"delta":{},"finish_reason":"` + reason + `"}],"usage":null}`
}

const usage = `{"choices":[],"usage":{"prompt_tokens":21,"completion_tokens":34}}`

// chatOnce asks for any chat and returns what was read, in one piece.
func chatOnce(t testing.TB, c *Client) (string, ChatResponse, error) {
	t.Helper()
	var text strings.Builder
	answer, err := c.Chat(t.Context(),
		ChatRequest{Model: "gpt-5.4-mini", Dialect: DialectCurrent, System: "be brief", Turns: []string{"hello"},
			MaxTokens: 250, Timeout: time.Minute},
		func(piece string) error {
			text.WriteString(piece)
			return nil
		})
	return text.String(), answer, err
}

// Verifies LIMIT-14.
func TestChat(t *testing.T) {
	full := ChatResponse{TokensIn: 21, TokensOut: 34}
	for name, c := range map[string]struct {
		serve   http.HandlerFunc
		text    string
		answer  ChatResponse
		reason  Reason
		payment Payment
	}{
		"streamed": {stream(delta(""), delta("Good "), delta("day."), finish("stop"), usage,
			"[DONE]"), "Good day.", full, "", ""},
		"without usage": {stream(delta("Good day."), finish("stop"), "[DONE]"), "Good day.",
			ChatResponse{}, "", ""},
		"without reason of the end": {stream(delta("Good day."), "[DONE]"), "Good day.", ChatResponse{}, "", ""},
		"without mark of the end": {stream(delta("Good day."), finish("stop")), "Good day.", ChatResponse{}, "",
			""},
		"cut": {stream(delta("Good"), finish("length"), usage, "[DONE]"), "Good",
			ChatResponse{Truncated: true, TokensIn: 21, TokensOut: 34}, "", ""},
		"filtered": {stream(delta("Good"), finish("content_filter"), "[DONE]"), "Good",
			ChatResponse{Filtered: true}, "", ""},
		"refused in the stream": {stream(`{"choices":[{"index":0,"delta":{"refusal":"I cannot"}}]}`,
			finish("stop"), usage), "", ChatResponse{Filtered: true, TokensIn: 21, TokensOut: 34}, "", ""},
		"second choice": {stream(delta("Good"), `{"choices":[{"index":1,"delta":{"content":"bad"}}]}`,
			finish("stop")), "Good", ChatResponse{}, "", ""},
		"error in the middle": {stream(delta("Good "),
			`{"error":{"message":"The server had an error","type":"server_error","code":null}}`), "Good ",
			ChatResponse{}, ReasonServer, PaymentUnknown},
		"rate limit in the middle": {stream(delta("Good "), `{"error":{"message":"x","code":429}}`), "Good ",
			ChatResponse{}, ReasonBusy, PaymentUnknown},
		"no error after all": {stream(delta("Good day."),
			`{"error":null,"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`), "Good day.", ChatResponse{},
			"", ""},
		"event of an error": {respond(200, "text/event-stream",
			"event: error\ndata: {\"message\":\"x\",\"code\":\"rate_limit_exceeded\"}\n\n"), "", ChatResponse{},
			ReasonBusy, PaymentUnknown},
		"events without data": {respond(200, "text/event-stream", "event: ping\n\nid: 7\n\ndata: "+delta("Good day.")+
			"\n\nevent: error\n\ndata: "+finish("stop")+"\n\n"), "Good day.", ChatResponse{}, "", ""},
		"too long an event": {stream(delta("Good "), delta(strings.Repeat("a", maxEvent))), "Good ", ChatResponse{},
			ReasonTooLarge, PaymentDue},
		"too long a stream": {stream(strings.Split(strings.Repeat(delta("<think>")+"|", maxChat/len(delta("<think>"))), "|")...),
			"", ChatResponse{}, ReasonTooLarge, PaymentDue},
		"ended in the middle, with usage so far": {stream(delta("Good "), usage), "Good ", ChatResponse{},
			ReasonNetwork, PaymentUnknown},
		"error after usage so far": {stream(delta("Good "), usage, `{"error":{"message":"x","code":500}}`), "Good ",
			ChatResponse{}, ReasonServer, PaymentUnknown},
		"usage without mark of the end": {stream(delta("Good day."), finish("stop"), usage), "Good day.", full, "", ""},
		"ended in the middle": {stream(delta("Good ")), "Good ", ChatResponse{}, ReasonNetwork,
			PaymentUnknown},
		"nothing said": {stream(delta(""), finish("stop"), usage, "[DONE]"), "", full, ReasonNoContent,
			PaymentDue},
		"only thoughts": {stream(delta("<think>hm"), finish("length"), usage, "[DONE]"), "",
			ChatResponse{Truncated: true, TokensIn: 21, TokensOut: 34}, ReasonNoContent, PaymentDue},
		"thoughts": {stream(delta("<thi"), delta("nk>hm</th"), delta("ink>\n\nGood day."),
			finish("stop"), usage), "Good day.", full, "", ""},
		"whole": {respondJSON(`{"choices":[{"index":0,"message":{"content":"<think>hm</think>Good day.","refusal":null},"finish_reason":"stop"}],"usage":{"prompt_tokens":21,"completion_tokens":34}}`), "Good day.", full, "", ""},
		"whole, of another type": {respond(200, "application/octet-stream",
			` {"choices":[{"message":{"content":"Good day."},"finish_reason":"stop"}]}`), "Good day.", ChatResponse{},
			"", ""},
		"whole refusal": {respondJSON(`{"choices":[{"message":{"content":null,"refusal":"I cannot"},"finish_reason":"stop"}]}`), "", ChatResponse{Filtered: true}, "", ""},
		"error in a success": {respondJSON(`{"error":{"message":"x","code":503}}`), "", ChatResponse{},
			ReasonBusy, PaymentUnknown},
		"sentence of error in success": {respondJSON(`{"error":"busy"}`), "", ChatResponse{}, ReasonServer,
			PaymentUnknown},
		"HTML": {respond(200, "text/html", "<html>hello</html>"), "", ChatResponse{},
			ReasonUnreadable, PaymentUnknown},
		"nothing": {respond(200, "text/event-stream", ""), "", ChatResponse{}, ReasonUnreadable,
			PaymentUnknown},
		"no choices": {respondJSON(`{"choices":[]}`), "", ChatResponse{}, ReasonNoContent,
			PaymentDue},
		"cut JSON": {respondJSON(`{"choices":[{"mess`), "", ChatResponse{}, ReasonUnreadable,
			PaymentUnknown},
		"stream of anything but chunks": {stream("hello"), "", ChatResponse{}, ReasonUnreadable, PaymentUnknown},
		"usage of another form": {stream(delta("Good day."), `{"choices":[],"usage":"34 tokens"}`,
			finish("stop")), "Good day.", ChatResponse{}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			text, answer, err := chatOnce(t, serve(t, c.serve))
			wantError(t, err, c.reason, c.payment)
			if diff := cmp.Diff(c.answer, answer); diff != "" || text != c.text {
				t.Errorf("read %q (-want +got):\n%s", text, diff)
			}
		})
	}
}

func TestChatRequestIsInTheModelsDialect(t *testing.T) {
	messages := []any{
		map[string]any{"role": "system", "content": "be brief"}, map[string]any{"role": "user", "content": "hello"},
		map[string]any{"role": "assistant", "content": "what?"}, map[string]any{"role": "user", "content": "hello!"},
	}
	r := ChatRequest{
		Model: "m", System: "be brief", Turns: []string{"hello", "what?", "hello!"}, User: "u", MaxTokens: 250,
		Temperature: 0.9, PresencePenalty: 0.6, FrequencyPenalty: 0.5,
	}
	reasoning := func(r ChatRequest) ChatRequest {
		r.ReasoningEffort, r.ReasoningTokens = "low", 1000
		return r
	}
	in := func(d Dialect, r ChatRequest) ChatRequest {
		r.Dialect = d
		return r
	}
	streamed := map[string]any{"model": "m", "messages": messages, "stream": true,
		"stream_options": map[string]any{"include_usage": true}}
	for name, c := range map[string]struct {
		request ChatRequest
		more    map[string]any
	}{
		"legacy": {in(DialectLegacy, r),
			map[string]any{"max_tokens": 250.0, "temperature": 0.9, "presence_penalty": 0.6, "frequency_penalty": 0.5}},
		"current": {in(DialectCurrent, r),
			map[string]any{"max_completion_tokens": 250.0, "safety_identifier": "u"}},
		"current, reasoning": {in(DialectCurrent, reasoning(r)),
			map[string]any{"max_completion_tokens": 1250.0, "safety_identifier": "u", "reasoning_effort": "low"}},
	} {
		t.Run(name, func(t *testing.T) {
			want, got := maps.Clone(streamed), map[string]any{}
			maps.Copy(want, c.more)
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				_ = json.NewDecoder(r.Body).Decode(&got)
				stream(delta("Good day."), finish("stop"))(w, r)
			})
			_, err := client.Chat(t.Context(), c.request, func(string) error { return nil })
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// A connection that fails after the reason of the end has lost nothing but the usage.
func TestFinishedChatOutlivesItsConnection(t *testing.T) {
	for name, c := range map[string]struct {
		chunks  []string
		after   func(w http.ResponseWriter, r *http.Request)
		timeout time.Duration
		reason  Reason
	}{
		"broken": {[]string{delta("Good day."), finish("stop")},
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, time.Minute, ""},
		"broken after the usage": {[]string{delta("Good day."), finish("stop"), usage},
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, time.Minute, ""},
		"kept open": {[]string{delta("Good day."), finish("stop")}, keepOpen, 5 * time.Second, ""},
		"broken before": {[]string{delta("Good day.")},
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, time.Minute, ReasonNetwork},
		"kept open before": {[]string{delta("Good day.")}, keepOpen, 5 * time.Second, ReasonTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				stream(c.chunks...)(w, r)
				_ = http.NewResponseController(w).Flush()
				c.after(w, r)
			})
			var text string
			answer, err := client.Chat(t.Context(), ChatRequest{Turns: []string{"hello"}, Timeout: c.timeout},
				func(piece string) error {
					text += piece
					return nil
				})
			wantError(t, err, c.reason, PaymentUnknown)
			if text != "Good day." || answer != (ChatResponse{}) {
				t.Errorf("read %q, %+v", text, answer)
			}
		})
	}
}

// keepOpen sends comments until the client is gone.
func keepOpen(w http.ResponseWriter, r *http.Request) {
	for ping := time.NewTicker(50 * time.Millisecond); r.Context().Err() == nil; <-ping.C {
		_, _ = w.Write([]byte(": ping\n\n"))
		_ = http.NewResponseController(w).Flush()
	}
}

func TestErrorInStreamHasRequestID(t *testing.T) {
	_, _, err := chatOnce(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "req_7")
		stream(delta("Good "), `{"error":{"message":"x","code":"rate_limit_exceeded"}}`)(w, r)
	}))
	if e := wantError(t, err, ReasonBusy, PaymentUnknown); e.RequestID != "req_7" || e.Status != 200 {
		t.Errorf("got %v", e)
	}
}

func TestReaderErrorEndsChat(t *testing.T) {
	mine := errors.New("enough")
	for name, c := range map[string]struct {
		serve  http.HandlerFunc
		tokens int64 // out; of an answer that was there to its end they are known
	}{
		"in the middle": {stream(usage, delta("Good "), delta("day."), finish("stop")), 0},
		"at the end":    {stream(usage, delta("Good <thi"), finish("stop"), "[DONE]"), 34},
		"whole": {respondJSON(`{"choices":[{"message":{"content":"Good day."},"finish_reason":"stop"}],` +
			`"usage":{"prompt_tokens":21,"completion_tokens":34}}`), 34},
	} {
		t.Run(name, func(t *testing.T) {
			answer, err := serve(t, c.serve).Chat(t.Context(), ChatRequest{Turns: []string{"hello"}},
				func(piece string) error {
					if name == "at the end" && piece != "<thi" {
						return nil
					}
					return mine
				})
			if !errors.Is(err, mine) || answer.TokensOut != c.tokens {
				t.Errorf("got %+v, %v", answer, err)
			}
		})
	}
}

// A request whose stream was rejected is sent once more without streaming; no other request is
// repeated, unless no server had worked on it.
// Verifies LIMIT-14.
func TestRejectedStreamFallsBackToWholeResponse(t *testing.T) {
	const verify = `{"error":{"message":"Your organization must be verified to stream this model.","type":"invalid_request_error","param":"stream","code":"unsupported_value"}}`
	for name, c := range map[string]struct {
		status   int
		body     string
		requests int
	}{
		"not verified": {400, verify, 2},
		"unknown options": {422,
			`{"detail":[{"loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`, 2},
		"Mistral's form": {422,
			`{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","stream_options","include_usage"]}]},"type":"invalid_request_error","param":null,"code":null}`, 2},
		"another parameter":  {400, `{"error":{"message":"no","param":"user"}}`, 1},
		"the words, refused": {400, `{"error":{"message":"no stream of that","code":"invalid_prompt"}}`, 1},
		"failed":             {500, verify, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var bodies []map[string]any
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				var body map[string]any
				_ = json.NewDecoder(r.Body).Decode(&body)
				bodies = append(bodies, body)
				if body["stream"] == true {
					respond(c.status, "application/json", c.body)(w, r)
					return
				}
				respondJSON(`{"choices":[{"message":{"content":"Good day."},"finish_reason":"stop"}]}`)(w, r)
			})
			text, _, err := chatOnce(t, client)
			if len(bodies) != c.requests || (err == nil) != (c.requests == 2) {
				t.Fatalf("%d requests, %v", len(bodies), err)
			}
			if c.requests == 2 && (text != "Good day." || bodies[1]["stream"] != nil ||
				bodies[1]["stream_options"] != nil) {
				t.Errorf("read %q after %v", text, bodies[1])
			}
		})
	}
}

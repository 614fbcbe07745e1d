package openai

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"mcwick.example/deploy/internal/wait"
)

// chatCompletion is one answer of a chat.
type chatCompletion struct {
	id        string
	created   int64
	model     string
	text      string
	refused   bool // the text is a refusal
	finish    string
	tokensIn  int
	reasoning int // tokens that are not part of the text
}

const refusal = "I'm sorry, I cannot assist with that request."

// cutAt ends the answer where its tokens end, of which reasoning takes its part first; 0 is no
// bound.
func (a *chatCompletion) cutAt(most int) {
	if a.refused {
		a.text = refusal
	}
	a.finish = "stop"
	visible := most - a.reasoning
	if most == 0 || tokens(a.text) <= visible {
		return
	}
	a.finish, a.reasoning = "length", min(a.reasoning, most)
	words := strings.Fields(a.text)
	a.text = strings.Join(words[:min(len(words), max(0, visible)*3/4)], " ")
}

func (a *chatCompletion) usage() map[string]any {
	out := a.reasoning + tokens(a.text)
	return map[string]any{
		"prompt_tokens": a.tokensIn, "completion_tokens": out, "total_tokens": a.tokensIn + out,
		"prompt_tokens_details": map[string]int{"cached_tokens": 0, "audio_tokens": 0},
		"completion_tokens_details": map[string]int{
			"reasoning_tokens": a.reasoning, "audio_tokens": 0, "accepted_prediction_tokens": 0,
			"rejected_prediction_tokens": 0,
		},
	}
}

func (a *chatCompletion) frame(object string, choices ...any) map[string]any {
	if choices == nil {
		choices = []any{}
	}
	return map[string]any{"id": a.id, "object": object, "created": a.created, "model": a.model, "choices": choices,
		"service_tier": "default"}
}

// whole is the answer in one piece.
func (a *chatCompletion) whole() map[string]any {
	message := map[string]any{"role": "assistant", "content": a.text, "refusal": nil, "annotations": []any{}}
	if a.refused {
		message["content"], message["refusal"] = nil, a.text
	}
	frame := a.frame("chat.completion",
		map[string]any{"index": 0, "message": message, "logprobs": nil, "finish_reason": a.finish})
	frame["usage"] = a.usage()
	return frame
}

// pace is the time between two words: quick, but a stream that can be watched and given up.
const pace = 5 * time.Millisecond

// streaming is how an answer is streamed.
type streaming struct {
	usage, obfuscation bool
	halfway            func() // happens in the middle, and nothing follows
}

// stream sends the answer word by word.
func (a *chatCompletion) stream(w http.ResponseWriter, r *http.Request, how streaming) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(delta map[string]any, finish any) {
		chunk := a.frame("chat.completion.chunk",
			map[string]any{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish})
		if how.usage {
			chunk["usage"] = nil // the last one has it
		}
		if how.obfuscation {
			chunk["obfuscation"] = obfuscation()
		}
		event(w, chunk)
	}
	part, opening := "content", map[string]any{"role": "assistant", "content": "", "refusal": nil}
	if a.refused {
		part, opening = "refusal", map[string]any{"role": "assistant", "content": nil, "refusal": ""}
	}
	send(opening, nil)
	pieces := strings.SplitAfter(a.text, " ")
	for i, piece := range pieces {
		if how.halfway != nil && i == len(pieces)/2 {
			how.halfway()
			return
		}
		send(map[string]any{part: piece}, nil)
		if !wait.Sleep(r.Context(), pace) {
			return
		}
	}
	send(map[string]any{}, a.finish)
	if how.usage {
		last := a.frame("chat.completion.chunk")
		last["usage"] = a.usage()
		event(w, last)
	}
	_, _ = io.WriteString(w, "data: [DONE]\n\n") // the client may be gone
}

// obfuscation hides the length of a word from readers of the encrypted stream.
func obfuscation() string {
	padding := make([]byte, 1+rand.IntN(15))
	for i := range padding {
		padding[i] = byte('a' + rand.IntN(26))
	}
	return string(padding)
}

func event(w http.ResponseWriter, v any) {
	b, _ := json.Marshal(v)                             // of our own making
	_, _ = io.WriteString(w, "data: "+string(b)+"\n\n") // the client may be gone
	_ = http.NewResponseController(w).Flush()
}

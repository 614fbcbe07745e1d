package openai

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

// chatAnswer is one answer of a chat.
type chatAnswer struct {
	id      string
	created int64
	model   string
	text    string
	finish  string
	usage   map[string]int
}

func (a chatAnswer) frame(object string, choices ...any) map[string]any {
	if choices == nil {
		choices = []any{}
	}
	return map[string]any{"id": a.id, "object": object, "created": a.created, "model": a.model, "choices": choices}
}

// whole is the answer in one piece.
func (a chatAnswer) whole() map[string]any {
	frame := a.frame("chat.completion", map[string]any{
		"index": 0, "message": message{"assistant", a.text}, "finish_reason": a.finish,
	})
	frame["usage"] = a.usage
	return frame
}

// pace is the time between two words: quick, but a stream that can be watched and given up.
const pace = 5 * time.Millisecond

// stream sends the answer word by word. When halfway is set it happens in the middle, and nothing follows.
func (a chatAnswer) stream(w http.ResponseWriter, r *http.Request, withUsage bool, halfway func()) {
	w.Header().Set("Content-Type", "text/event-stream")
	chunk := func(delta map[string]string, finish any) map[string]any {
		return a.frame("chat.completion.chunk", map[string]any{"index": 0, "delta": delta, "finish_reason": finish})
	}
	event(w, chunk(map[string]string{"role": "assistant", "content": ""}, nil))
	pieces := strings.SplitAfter(a.text, " ")
	for i, piece := range pieces {
		if halfway != nil && i == len(pieces)/2 {
			halfway()
			return
		}
		event(w, chunk(map[string]string{"content": piece}, nil))
		if !pass(r, pace) {
			return
		}
	}
	event(w, chunk(map[string]string{}, a.finish))
	if withUsage {
		last := a.frame("chat.completion.chunk")
		last["usage"] = a.usage
		event(w, last)
	}
	_, _ = io.WriteString(w, "data: [DONE]\n\n") // the client may be gone
}

func event(w http.ResponseWriter, v any) {
	b, _ := json.Marshal(v)                             // of our own making
	_, _ = io.WriteString(w, "data: "+string(b)+"\n\n") // the client may be gone
	_ = http.NewResponseController(w).Flush()
}

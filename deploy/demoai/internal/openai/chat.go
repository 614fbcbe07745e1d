package openai

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

// WriteStory gives the story for a system prompt and for what is asked.
type WriteStory func(system, message string) string

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type chatRequest struct {
	Messages      []message `json:"messages"`
	MaxTokens     int       `json:"max_tokens"`
	MaxCompletion int       `json:"max_completion_tokens"`
	Effort        string    `json:"reasoning_effort"`
	Stream        bool      `json:"stream"`
	StreamOptions struct {
		IncludeUsage       bool  `json:"include_usage"`
		IncludeObfuscation *bool `json:"include_obfuscation"`
	} `json:"stream_options"`
}

// firstMessages returns the first system prompt and the first message of the user. again reports whether
// an answer was sent back.
func (r chatRequest) firstMessages() (system, message string, again bool) {
	for _, m := range r.Messages {
		switch {
		case m.Role == "assistant":
			again = true
		case m.Role == "user" && message == "":
			message = m.Content
		case m.Role != "user" && system == "":
			system = m.Content
		}
	}
	return system, message, again
}

// reasoningTokens are what a model thinks before it answers, by its effort.
var reasoningTokens = map[string]int{"minimal": 32, "low": 64, "medium": 320, "high": 1024, "xhigh": 4096}

func (h *handler) chat(w http.ResponseWriter, r *http.Request) {
	request, problem := h.read(w, r, "chat/completions", "")
	if problem != nil {
		problem.write(w)
		return
	}
	var asking chatRequest
	if json.Unmarshal(request.body, &asking) != nil { // all of it was looked at
		unreadable.write(w)
		return
	}
	system, message, again := asking.firstMessages()
	if h.fail(w, r, message, request.model, nil) {
		return
	}
	mark := h.markIn(message, request.model)
	first := mark.argument == 0 || !again
	answer := chatCompletion{
		id: "chatcmpl-" + uuid.NewString(), created: time.Now().Unix(), model: request.name,
		text:    h.generators.WriteStory(system, h.withoutMarks(message)),
		refused: mark.name == "refusal" && first, reasoning: reasoningTokens[cmp.Or(asking.Effort, request.Effort)],
		tokensIn: tokens(system) + tokens(message),
	}
	if spoil := corruptions[mark.name]; spoil != nil && first {
		answer.text = spoil(answer.text)
	}
	answer.cutAt(max(asking.MaxTokens, asking.MaxCompletion))
	if mark.name == "length" && first {
		answer.finish = "length"
	}
	h.chats.Add(1)
	if !asking.Stream {
		writeJSON(w, http.StatusOK, answer.whole())
		return
	}
	options := asking.StreamOptions
	answer.stream(w, r, streaming{
		usage: options.IncludeUsage, obfuscation: options.IncludeObfuscation == nil || *options.IncludeObfuscation,
		halfway: map[string]func(){"stall": func() { <-r.Context().Done() },
			"cut": func() { reset(w, r, 0) }}[mark.name],
	})
}

// tokens is about how many tokens a text has: three words are four.
func tokens(text string) int { return (len(strings.Fields(text))*4 + 2) / 3 }

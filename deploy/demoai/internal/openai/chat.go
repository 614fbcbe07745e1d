package openai

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Tell gives the story for a system prompt and for what is asked.
type Tell func(system, asked string) string

// chatParameters are what a chat takes: those of all models, those that only the older ones do, and those that only the newer do.
var (
	chatParameters = map[string]check{
		"model": text(100), "messages": conversation, "n": justOne, "stream": yesOrNo, "stream_options": object,
		"max_completion_tokens": number(1, 16384), "user": text(512), "safety_identifier": text(512),
	}
	legacyChatParameters = map[string]check{
		"max_tokens": number(1, 16384), "temperature": number(0, 2), "top_p": number(0, 1),
		"presence_penalty": number(-2, 2), "frequency_penalty": number(-2, 2),
	}
	reasoningParameters = map[string]check{"reasoning_effort": oneOf("none", "minimal", "low", "medium", "high", "xhigh")}
)

// takesLegacy knows the chat models by name.
func takesLegacy(model string) (legacy, known bool) {
	switch {
	case strings.HasPrefix(model, "gpt-4"), strings.HasPrefix(model, "gpt-3.5"):
		return true, true
	case strings.HasPrefix(model, "gpt-5"), strings.HasPrefix(model, "o3"), strings.HasPrefix(model, "o4"):
		return false, true
	}
	return false, false
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type chatRequest struct {
	Model         string    `json:"model"`
	Messages      []message `json:"messages"`
	MaxTokens     int       `json:"max_tokens"`
	MaxCompletion int       `json:"max_completion_tokens"`
	Stream        bool      `json:"stream"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
}

// readChatRequest refuses what the model would not take.
func readChatRequest(body []byte) (r chatRequest, p *problem) {
	given, p := parameters(body)
	if p != nil {
		return r, p
	}
	model := textOf(given["model"])
	legacy, known := takesLegacy(model)
	if !known {
		return r, unknownModel(model)
	}
	others := legacyChatParameters
	if legacy {
		others = reasoningParameters
	}
	for name := range others {
		if given[name] != nil {
			return r, unsupportedParameter(name, model)
		}
	}
	if p := checked(given, []string{"messages"}, chatParameters, legacyChatParameters, reasoningParameters); p != nil {
		return r, p
	}
	if json.Unmarshal(body, &r) != nil { // all of it was looked at
		return r, unreadable
	}
	return r, nil
}

// said gives the first system prompt and the first thing that was asked. again tells whether an answer was sent back.
func (r chatRequest) said() (system, asked string, again bool) {
	for _, m := range r.Messages {
		switch {
		case m.Role == "assistant":
			again = true
		case m.Role == "user" && asked == "":
			asked = m.Content
		case m.Role != "user" && system == "":
			system = m.Content
		}
	}
	return system, asked, again
}

func (h *handler) chat(w http.ResponseWriter, r *http.Request) {
	request, problem := read(w, r, readChatRequest)
	if problem != nil {
		problem.write(w)
		return
	}
	system, asked, again := request.said()
	story := h.arts.Tell(system, asked)
	mark, argument := markIn(asked)
	if f, argument := faultIn(asked, nil); f != nil && !f(w, r, argument) {
		return
	}
	if spoil := spoils[mark]; spoil != nil && (argument == 0 || !again) {
		story = spoil(story)
	}
	story, finish := cutAt(story, max(request.MaxTokens, request.MaxCompletion))
	if mark == "length" && (argument == 0 || !again) {
		finish = "length"
	}
	h.chats.Add(1)
	answer := chatAnswer{
		id: "chatcmpl-" + uuid.NewString(), created: time.Now().Unix(), model: request.Model, text: story, finish: finish,
		usage: usage(tokens(system)+tokens(asked), tokens(story)),
	}
	if !request.Stream {
		writeJSON(w, http.StatusOK, answer.whole())
		return
	}
	answer.stream(w, r, request.StreamOptions.IncludeUsage, map[string]func(){"stall": func() { <-r.Context().Done() }, "cut": func() { reset(w, r, 0) }}[mark])
}

// tokens is about how many tokens a text has: three words are four.
func tokens(text string) int { return (len(strings.Fields(text))*4 + 2) / 3 }

// cutAt ends a text where its tokens end; 0 is no bound.
func cutAt(text string, most int) (cut, finish string) {
	words := strings.Fields(text)
	if most == 0 || tokens(text) <= most {
		return text, "stop"
	}
	return strings.Join(words[:min(len(words), most*3/4)], " "), "length"
}

func usage(in, out int) map[string]int {
	return map[string]int{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out}
}

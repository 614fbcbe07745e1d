package aiprovider

import (
	"context"
	"errors"
	"net/http"
	"time"

	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"
)

// ChatRequest asks for the next turn of a chat.
type ChatRequest struct {
	Model           string
	Dialect         Dialect
	System          string
	Turns           []string // user, assistant, user, …
	User            string   // a pseudonym of whom the answer is for; sent in the current dialect
	MaxTokens       int64    // of what is read
	ReasoningEffort string   // sent when it is not empty
	ReasoningTokens int64    // may be spent on reasoning besides MaxTokens
	// Sent in the legacy dialect only.
	Temperature, PresencePenalty, FrequencyPenalty float64

	Timeout time.Duration // of the whole call; 0: the context's
}

// ChatResponse is what became of a chat besides its text. It is filled as far as it is known when
// the call fails, too.
type ChatResponse struct {
	Truncated bool // the tokens ended before the text did
	Filtered  bool // the model, or the provider's filter, would not go on with these words; what there is, is paid
	// 0 when the provider does not say, and when the call ended before the answer: it may bill what it
	// went on to write.
	TokensIn, TokensOut int64
}

// Chat hands the answer's text to read while it is written, without what the model says to itself
// (<think>…</think>). An error of read ends the call and is returned as it is. A server that does
// not stream is asked for the whole answer: one that answers so anyway, and one that refuses a
// stream, which is asked once more, since a refused request is not paid.
func (c *Client) Chat(
	ctx context.Context, r ChatRequest, read func(piece string) error,
) (answer ChatResponse, err error) {
	o := operation{name: semconv.GenAIOperationNameChat, model: r.Model}
	o.attributes = append(o.attributes, semconv.GenAIOutputTypeText,
		semconv.GenAIRequestMaxTokens(int(r.MaxTokens+r.ReasoningTokens)))
	err = c.call(ctx, o, r.Timeout, func(ctx context.Context) error {
		response, err := c.chat(ctx, r, true)
		if refused, ok := errors.AsType[*Error](err); ok && refused.streaming {
			response, err = c.chat(ctx, r, false)
		}
		if err != nil {
			return err
		}
		defer response.Body.Close()
		t := &chatReader{read: read}
		err = t.readResponse(response)
		answer = t.response
		if !t.isComplete {
			answer.TokensIn, answer.TokensOut = 0, 0
		}
		if answer.TokensIn+answer.TokensOut > 0 { // which not every provider tells
			trace.SpanFromContext(ctx).SetAttributes(
				semconv.GenAIUsageInputTokens(int(answer.TokensIn)),
				semconv.GenAIUsageOutputTokens(int(answer.TokensOut)))
		}
		return err
	})
	return answer, err
}

// chat sends the request.
func (c *Client) chat(ctx context.Context, r ChatRequest, stream bool) (*http.Response, error) {
	body := r.body()
	if stream {
		body.Stream, body.StreamOptions = true, &streamOptions{IncludeUsage: true}
	}
	return c.post(ctx, "chat/completions", body)
}

type chatBody struct {
	Model            string         `json:"model"`
	Messages         []chatMessage  `json:"messages"`
	MaxTokens        int64          `json:"max_tokens,omitempty"`
	MaxNewTokens     int64          `json:"max_completion_tokens,omitempty"`
	Temperature      *float64       `json:"temperature,omitempty"`
	PresencePenalty  *float64       `json:"presence_penalty,omitempty"`
	FrequencyPenalty *float64       `json:"frequency_penalty,omitempty"`
	ReasoningEffort  string         `json:"reasoning_effort,omitempty"`
	User             string         `json:"safety_identifier,omitempty"`
	Stream           bool           `json:"stream,omitempty"`
	StreamOptions    *streamOptions `json:"stream_options,omitempty"`
}

type chatMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

// body is the request in the model's dialect.
func (r ChatRequest) body() chatBody {
	b := chatBody{Model: r.Model, Messages: []chatMessage{{"system", r.System}}, ReasoningEffort: r.ReasoningEffort}
	for i, turn := range r.Turns {
		b.Messages = append(b.Messages, chatMessage{[...]string{"user", "assistant"}[i%2], turn})
	}
	if r.Dialect == DialectLegacy {
		b.MaxTokens = r.MaxTokens + r.ReasoningTokens
		b.Temperature, b.PresencePenalty, b.FrequencyPenalty = &r.Temperature, &r.PresencePenalty, &r.FrequencyPenalty
		return b
	}
	b.MaxNewTokens, b.User = r.MaxTokens+r.ReasoningTokens, r.User
	return b
}

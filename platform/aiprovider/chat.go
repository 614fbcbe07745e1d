package aiprovider

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"
)

// ChatRequest asks for the next turn of a chat.
type ChatRequest struct {
	Model           string
	Dialect         Dialect
	System          string
	Turns           []string // user, assistant, user, …
	User            string   // a salted hash of whom the answer is for; sent in the current dialect
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
	Truncated bool  // the tokens ended before the text did
	Filtered  bool  // the model, or the provider's filter, would not go on with these words; what there is, is paid
	TokensIn  int64 // 0 when the provider does not say
	TokensOut int64
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
		var refused *Error
		if errors.As(err, &refused) && refused.streaming {
			response, err = c.chat(ctx, r, false)
		}
		if err != nil {
			return err
		}
		defer response.Body.Close()
		t := &chatReader{read: read}
		err = t.readResponse(response)
		answer = t.response
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
func (c *Client) chat(ctx context.Context, r ChatRequest, stream bool) (response *http.Response, err error) {
	p := r.params()
	options := []option.RequestOption{option.WithResponseBodyInto(&response)}
	if stream {
		p.StreamOptions.IncludeUsage = openai.Bool(true)
		options = append(options, option.WithJSONSet("stream", true))
	}
	_, err = c.api.Chat.Completions.New(ctx, p, options...)
	return response, err
}

// params is the request in the model's dialect.
func (r ChatRequest) params() openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{
		Model:           r.Model,
		Messages:        []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(r.System)},
		ReasoningEffort: shared.ReasoningEffort(r.ReasoningEffort),
	}
	for i, turn := range r.Turns {
		if i%2 == 0 {
			p.Messages = append(p.Messages, openai.UserMessage(turn))
		} else {
			p.Messages = append(p.Messages, openai.AssistantMessage(turn))
		}
	}
	if r.Dialect == DialectLegacy {
		p.MaxTokens = openai.Int(r.MaxTokens + r.ReasoningTokens)
		p.Temperature = openai.Float(r.Temperature)
		p.PresencePenalty = openai.Float(r.PresencePenalty)
		p.FrequencyPenalty = openai.Float(r.FrequencyPenalty)
		return p
	}
	p.MaxCompletionTokens = openai.Int(r.MaxTokens + r.ReasoningTokens)
	if r.User != "" {
		p.SafetyIdentifier = openai.String(r.User)
	}
	return p
}

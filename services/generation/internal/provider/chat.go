package provider

import (
	"context"
	"io"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/services/generation/internal/generation"
)

// The parameters of a script, as specified.
const (
	maxTokens        = 250
	temperature      = 0.9
	presencePenalty  = 0.6
	frequencyPenalty = 0.5
)

// Write asks for one answer and hands it on while it is written.
func (c *Client) Write(ctx context.Context, t generation.Talk, visitor string, read func(piece string) error) (answer generation.Answer, err error) {
	ctx, end := c.span(ctx, semconv.GenAIOperationNameChat, c.config.ChatModel, semconv.GenAIOutputTypeText, semconv.GenAIRequestMaxTokens(maxTokens))
	defer func() { end(err) }()
	ctx, cancel := context.WithTimeout(ctx, c.config.ChatTimeout)
	defer cancel()

	stream := c.api.Chat.Completions.NewStreaming(ctx, c.chat(t, visitor))
	defer stream.Close()
	finished, said := "", false
	for stream.Next() {
		chunk := stream.Current()
		answer.TokensIn, answer.TokensOut = max(answer.TokensIn, chunk.Usage.PromptTokens), max(answer.TokensOut, chunk.Usage.CompletionTokens)
		for _, choice := range chunk.Choices {
			said = said || choice.Delta.Content != ""
			if err := read(choice.Delta.Content); err != nil {
				return answer, err // what is still to come costs us nothing more to leave
			}
			if choice.FinishReason != "" {
				finished = choice.FinishReason
			}
		}
	}
	trace.SpanFromContext(ctx).SetAttributes(semconv.GenAIUsageInputTokens(int(answer.TokensIn)), semconv.GenAIUsageOutputTokens(int(answer.TokensOut)))
	answer.Cut, answer.Withheld = finished == "length", finished == "content_filter"
	switch {
	case stream.Err() != nil:
		return answer, translate(stream.Err())
	case finished == "" && said:
		return answer, generation.ErrNetwork.With(io.ErrUnexpectedEOF) // it ended in the middle
	case !said && !answer.Withheld:
		return answer, generation.ErrNoContent
	}
	return answer, nil
}

// chat is the request in the configured dialect.
func (c *Client) chat(t generation.Talk, visitor string) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{
		Model:         c.config.ChatModel,
		Messages:      []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(t.System)},
		StreamOptions: openai.ChatCompletionStreamOptionsParam{IncludeUsage: openai.Bool(true)},
	}
	for i, said := range t.Said {
		if i%2 == 0 {
			p.Messages = append(p.Messages, openai.UserMessage(said))
		} else {
			p.Messages = append(p.Messages, openai.AssistantMessage(said))
		}
	}
	if c.config.ChatDialect == DialectCurrent {
		p.MaxCompletionTokens = openai.Int(maxTokens)
		if strings.HasPrefix(c.config.ChatModel, "gpt-5.") { // the families that can answer without thinking first
			p.ReasoningEffort = shared.ReasoningEffortNone // a script may have all of its tokens
		}
		p.SafetyIdentifier = openai.String(visitor)
		return p
	}
	p.MaxTokens = openai.Int(maxTokens)
	p.Temperature = openai.Float(temperature)
	p.PresencePenalty = openai.Float(presencePenalty)
	p.FrequencyPenalty = openai.Float(frequencyPenalty)
	return p
}

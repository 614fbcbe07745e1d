package provider

import (
	"context"
	"time"

	"github.com/openai/openai-go/v3"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"

	"mcwick.example/services/generation/internal/generation"
)

// operationModerate is what spans call it; the conventions have no name of their own for it.
var operationModerate = semconv.GenAIOperationNameKey.String("moderate")

// moderationTimeout bounds one judgement: a visitor waits for it.
const moderationTimeout = 2 * time.Second

// moderationOff is the configuration that asks nobody.
const moderationOff = "off"

// Moderation is how texts are judged; nil when the configuration has that off.
func (c *Client) Moderation() generation.Moderation {
	if c.config.Moderation == moderationOff {
		return nil
	}
	return c.moderate
}

// moderate asks the provider which texts nobody should read. It sends the texts and nothing of whose they are; they are on no span.
func (c *Client) moderate(ctx context.Context, texts []string) (flagged []bool, err error) {
	ctx, end := c.span(ctx, operationModerate, c.config.Moderation)
	defer func() { end(err) }()
	ctx, cancel := context.WithTimeout(ctx, moderationTimeout)
	defer cancel()
	answer, err := c.api.Moderations.New(ctx, openai.ModerationNewParams{
		Model: c.config.Moderation, Input: openai.ModerationNewParamsInputUnion{OfStringArray: texts},
	})
	if err != nil {
		return nil, generation.ErrModeration.With(err)
	}
	for _, result := range answer.Results {
		flagged = append(flagged, result.Flagged)
	}
	return flagged, nil
}

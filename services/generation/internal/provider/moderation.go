package provider

import (
	"context"

	"mcwick.example/platform/aiprovider"
	"mcwick.example/services/generation/internal/generation"
)

// Moderation is how texts are judged, by the first model of the file that does; nil when it names none that can be asked.
func (c *Clients) Moderation() generation.Moderation {
	var asks []generation.Moderation
	for _, m := range c.file.Tasks.Moderation {
		client, ok := c.clients[m.Provider]
		if !ok {
			continue
		}
		asks = append(asks, func(ctx context.Context, texts []string) ([]bool, error) {
			verdicts, err := client.Moderate(ctx, aiprovider.ModerationRequest{Model: m.Model.Model, Texts: texts, Timeout: m.Timeout})
			flagged := make([]bool, len(verdicts))
			for i, v := range verdicts {
				flagged[i] = v.Flagged
			}
			return flagged, err
		})
	}
	if len(asks) == 0 {
		return nil
	}
	return func(ctx context.Context, texts []string) (flagged []bool, err error) {
		for _, ask := range asks {
			if flagged, err = ask(ctx, texts); err == nil {
				return flagged, nil
			}
		}
		return nil, generation.ErrModeration.With(err)
	}
}

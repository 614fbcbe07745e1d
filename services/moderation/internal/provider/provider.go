package provider

import (
	"context"

	"mcwick.example/platform/aiprovider"
	"mcwick.example/platform/aiprovider/catalog"
	"mcwick.example/services/moderation/internal/moderation"
)

// Models are the models that check texts.
type Models struct{ *catalog.Catalog }

// Open returns a client for each provider that has a URL and a key. It sends nothing before the
// first call.
func Open(c Config) (*Models, error) {
	file, err := c.read()
	if err != nil {
		return nil, err
	}
	ai, err := catalog.Open(file, c.Environment)
	if err != nil {
		return nil, err
	}
	return &Models{ai}, nil
}

// Moderate returns a provider that calls the models in order until one responds; nil when there is
// no usable model.
func (m *Models) Moderate() moderation.Provider {
	var models []moderation.Provider
	for _, model := range m.File.Tasks.Moderation {
		client, ok := m.Clients[model.Provider]
		if !ok {
			continue
		}
		models = append(models, func(ctx context.Context, texts []string) ([]bool, error) {
			verdicts, err := client.Moderate(ctx,
				aiprovider.ModerationRequest{Model: model.Model.Model, Texts: texts, Timeout: model.Timeout})
			flagged := make([]bool, len(verdicts))
			for i, v := range verdicts {
				flagged[i] = v.Flagged
			}
			return flagged, err
		})
	}
	if len(models) == 0 {
		return nil
	}
	return func(ctx context.Context, texts []string) (flagged []bool, err error) {
		for _, model := range models {
			if flagged, err = model(ctx, texts); err == nil {
				return flagged, nil
			}
		}
		return nil, moderation.ErrUnavailable.WithCause(err)
	}
}

package provider

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"mcwick.example/platform/aiprovider"
	"mcwick.example/platform/aiprovider/catalog"
	"mcwick.example/platform/aiprovider/providersfile"
	"mcwick.example/services/moderation/internal/moderation"
)

// Models are the models that check texts and pictures.
type Models struct{ *catalog.Catalog }

// model is an entry of the providers file.
type model = providersfile.Moderation

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
	return tryInOrder(m, m.usable(), func(ctx context.Context, client *aiprovider.Client, model model, texts []string) (
		[]bool, error,
	) {
		verdicts, err := client.Moderate(ctx,
			aiprovider.ModerationRequest{Model: model.Model.Model, Texts: texts, Timeout: model.Timeout})
		flagged := make([]bool, len(verdicts))
		for i, v := range verdicts {
			flagged[i] = v.Flagged
		}
		return flagged, err
	})
}

// ModeratePictures returns the same for pictures.
func (m *Models) ModeratePictures() moderation.PictureProvider {
	return tryInOrder(m, m.usable(), func(ctx context.Context, client *aiprovider.Client, model model, picture []byte) (
		moderation.PictureVerdict, error,
	) {
		v, err := client.ModerateImage(ctx,
			aiprovider.ImageModerationRequest{Model: model.Model.Model, Image: picture, Timeout: model.Timeout})
		return moderation.PictureVerdict{Flagged: v.Flagged, Scores: scoresOf(v)}, err
	})
}

// scoresOf returns the categories that a verdict is for, the surest first.
func scoresOf(v aiprovider.Verdict) (all []moderation.CategoryScore) {
	for _, category := range slices.Sorted(maps.Keys(v.Categories)) {
		all = append(all, moderation.CategoryScore{Category: category, Score: v.Scores[category]})
	}
	slices.SortStableFunc(all, func(a, b moderation.CategoryScore) int { return cmp.Compare(b.Score, a.Score) })
	return all
}

// usable returns the models whose provider has a client.
func (m *Models) usable() (usable []model) {
	for _, one := range m.File.Tasks.Moderation {
		if _, ok := m.Clients[one.Provider]; ok {
			usable = append(usable, one)
		}
	}
	return usable
}

// tryInOrder returns a function that has try call the models in order until one responds; nil when
// there is none. A model without a timeout gets an equal share of the time that is left, and the last
// one all of it, so that one that does not respond leaves time for the next.
func tryInOrder[In, Out any](
	m *Models, usable []model, try func(context.Context, *aiprovider.Client, model, In) (Out, error),
) func(context.Context, In) (Out, error) {
	if len(usable) == 0 {
		return nil
	}
	return func(ctx context.Context, in In) (out Out, err error) {
		deadline, isBounded := ctx.Deadline()
		for i, one := range usable {
			switch rest := len(usable) - i; {
			case rest == 1:
				one.Timeout = 0
			case one.Timeout == 0 && isBounded:
				one.Timeout = time.Until(deadline) / time.Duration(rest)
			}
			if out, err = try(ctx, m.Clients[one.Provider], one, in); err == nil {
				return out, nil
			}
		}
		return out, moderation.ErrUnavailable.WithCause(err)
	}
}

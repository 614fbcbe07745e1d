package moderation

import (
	"context"
	"crypto/sha256"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"
)

// Provider tells of each text whether nobody should read it, each by itself.
type Provider func(ctx context.Context, texts []string) (flagged []bool, err error)

// How many verdicts are remembered, and how long: whoever tries again does so within minutes.
const (
	verdictsKept = 10_000
	verdictAge   = 10 * time.Minute
)

// rememberedProvider asks a provider, and remembers its verdicts by the hashes of the texts.
type rememberedProvider struct {
	ask   Provider
	known *otter.Cache[[sha256.Size]byte, bool]
}

func remember(ask Provider) *rememberedProvider {
	return &rememberedProvider{ask: ask, known: otter.Must(&otter.Options[[sha256.Size]byte, bool]{
		MaximumSize: verdictsKept, ExpiryCalculator: otter.ExpiryWriting[[sha256.Size]byte, bool](verdictAge),
	})}
}

// judge gives a verdict on each text; the provider is asked only about those that it did not judge lately. A blank
// text is not flagged.
func (p *rememberedProvider) judge(ctx context.Context, texts []string) ([]bool, error) {
	flagged := make([]bool, len(texts))
	var open []string
	var places []int
	for i, t := range texts {
		verdict, known := p.known.GetIfPresent(sha256.Sum256([]byte(t)))
		if flagged[i] = verdict; !known && strings.TrimSpace(t) != "" {
			open, places = append(open, t), append(places, i)
		}
	}
	if len(open) == 0 {
		return flagged, nil
	}
	verdicts, err := p.ask(ctx, open)
	if err != nil {
		return nil, err
	}
	if len(verdicts) != len(open) {
		return nil, ErrUnreadable
	}
	for i, place := range places {
		flagged[place] = verdicts[i]
		p.known.Set(sha256.Sum256([]byte(open[i])), verdicts[i])
	}
	return flagged, nil
}

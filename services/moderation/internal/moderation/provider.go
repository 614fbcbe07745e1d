package moderation

import (
	"context"
	"crypto/sha256"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"mcwick.example/services/moderation/api/wordfilter"
)

// Provider reports for each text, by itself, whether it must not be published.
type Provider func(ctx context.Context, texts []string) (flagged []bool, err error)

// How many verdicts are cached, and how long: visitors retry within minutes.
const (
	maxCachedVerdicts = 10_000
	verdictTTL        = 10 * time.Minute
)

// cachedProvider calls a provider, and caches its verdicts by the hashes of the texts.
type cachedProvider struct {
	provider Provider
	verdicts *otter.Cache[[sha256.Size]byte, bool]
}

func newCachedProvider(provider Provider) *cachedProvider {
	return &cachedProvider{provider: provider, verdicts: otter.Must(&otter.Options[[sha256.Size]byte, bool]{
		MaximumSize: maxCachedVerdicts, ExpiryCalculator: otter.ExpiryWriting[[sha256.Size]byte, bool](verdictTTL),
	})}
}

// check returns a verdict on each text; the provider is called only for those without a cached
// verdict. A blank text is not flagged.
func (p *cachedProvider) check(ctx context.Context, texts []string) ([]bool, error) {
	flagged := make([]bool, len(texts))
	var unknown []string
	var indexes []int
	for i, t := range texts {
		verdict, known := p.verdicts.GetIfPresent(sha256.Sum256([]byte(t)))
		if flagged[i] = verdict; !known && strings.TrimSpace(t) != "" {
			unknown, indexes = append(unknown, t), append(indexes, i)
		}
	}
	if len(unknown) == 0 {
		return flagged, nil
	}
	within, cancel := context.WithTimeout(ctx, wordfilter.Timeout)
	defer cancel()
	verdicts, err := p.provider(within, unknown)
	if err != nil {
		return nil, err
	}
	if len(verdicts) != len(unknown) {
		return nil, ErrIncompleteVerdicts
	}
	for i, index := range indexes {
		flagged[index] = verdicts[i]
		p.verdicts.Set(sha256.Sum256([]byte(unknown[i])), verdicts[i])
	}
	return flagged, nil
}

// Package moderation checks texts: by the word filter, and by an AI provider's judgement of their
// meaning.
package moderation

import (
	"context"
	"slices"
	"strings"

	"mcwick.example/services/moderation/api/wordfilter"
)

// Check is one kind of check.
type Check int

// The checks. CheckNone is the result for a text that no check flagged.
const (
	CheckNone Check = iota
	CheckWordFilter
	CheckProvider
)

// CheckTextsInput has texts that are shown together, in reading order.
type CheckTextsInput struct {
	Texts []string
	// ProviderOnly checks each text by itself, by the provider alone.
	ProviderOnly bool
}

// Moderator checks texts for other services. It stores no text.
type Moderator struct {
	provider *cachedProvider
}

// NewModerator returns a moderator that uses the word filter and a provider; if provider is nil the
// word filter decides alone.
func NewModerator(provider Provider) *Moderator {
	m := &Moderator{}
	if provider != nil {
		m.provider = newCachedProvider(provider)
	}
	return m
}

// CheckTexts returns for each text the check that flags it. Texts that the word filter flags are
// not sent to the provider.
func (m *Moderator) CheckTexts(ctx context.Context, in CheckTextsInput) ([]Check, error) {
	if err := in.Validate(); err != nil {
		return nil, err
	}
	if !in.ProviderOnly {
		if flagged := wordfilter.Flagged(in.Texts); slices.Contains(flagged, true) {
			return checksOf(flagged, CheckWordFilter), nil
		}
	}
	if m.provider == nil {
		return make([]Check, len(in.Texts)), nil
	}
	texts := in.Texts
	if !in.ProviderOnly {
		texts = slices.Concat(in.Texts, wordfilter.Readings(in.Texts))
	}
	flagged, err := m.provider.check(ctx, texts)
	if err != nil {
		return nil, err
	}
	return checksOf(combineVerdicts(in.Texts, flagged), CheckProvider), nil
}

// combineVerdicts returns the verdicts on texts, from the verdicts on each text and then on the
// joined text: the latter flags all of them, unless one is flagged by itself. A blank text is never
// flagged.
func combineVerdicts(texts []string, flagged []bool) []bool {
	apart, together := flagged[:len(texts)], flagged[len(texts):]
	if slices.Contains(apart, true) || !slices.Contains(together, true) {
		return apart
	}
	all := make([]bool, len(texts))
	for i, t := range texts {
		all[i] = strings.TrimSpace(t) != ""
	}
	return all
}

// checksOf returns check for each flagged text.
func checksOf(flagged []bool, check Check) []Check {
	all := make([]Check, len(flagged))
	for i, isFlagged := range flagged {
		if isFlagged {
			all[i] = check
		}
	}
	return all
}

// Package moderation judges texts: by the word filter, and by the meaning that an AI provider finds in them.
package moderation

import (
	"context"
	"slices"
	"strings"

	"mcwick.example/services/moderation/api/wordfilter"
)

// Check is one way to judge a text.
type Check int

// The checks. CheckNone is that of a text which no check flagged.
const (
	CheckNone Check = iota
	CheckWordFilter
	CheckProvider
)

// CheckTextsInput are texts that are shown together, in the order in which they are read.
type CheckTextsInput struct {
	Texts []string
	// ProviderOnly has each text judged by itself, by the provider alone.
	ProviderOnly bool
}

// Moderator judges what services want to show. It keeps no text.
type Moderator struct {
	provider *cachedProvider
}

// NewModerator makes a moderator of the word filter and a provider; with nil the word filter judges alone.
func NewModerator(provider Provider) *Moderator {
	m := &Moderator{}
	if provider != nil {
		m.provider = newCachedProvider(provider)
	}
	return m
}

// CheckTexts gives for each text the check that flags it. What the word filter flags goes no further.
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

// combineVerdicts gives the verdicts on texts, of verdicts on them and then on what they say together: that flags all of
// them, unless one of them is flagged by itself. A blank one says nothing.
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

// checksOf names the check of each text that it flagged.
func checksOf(flagged []bool, check Check) []Check {
	all := make([]Check, len(flagged))
	for i, isFlagged := range flagged {
		if isFlagged {
			all[i] = check
		}
	}
	return all
}

package generation

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/maypok86/otter/v2"

	"mcwick.example/platform/fault"
)

// The bounds of what is judged at once.
const (
	maxTexts     = 16
	maxTextRunes = maxSpoken // a character is one unit of those or two
)

// How much of what was said is remembered, and how long: whoever tries again does so within minutes.
const (
	judgementsKept = 10_000
	judgementAge   = 10 * time.Minute
)

// errJudgement says that the provider forgot a text.
var errJudgement = fault.New(fault.KindUnavailable, "MODERATION_UNREADABLE", "The texts could not be judged.")

// Moderation tells of each text whether it should not be read.
type Moderation func(ctx context.Context, texts []string) (flagged []bool, err error)

// Moderator judges what other services want to show. It keeps no text, only what was said of its hash.
type Moderator struct {
	ask   Moderation
	known *otter.Cache[[sha256.Size]byte, bool]
}

// NewModerator makes a moderator that asks somebody; nil asks nobody, and then no text is flagged.
func NewModerator(ask Moderation) *Moderator {
	return &Moderator{ask: ask, known: otter.Must(&otter.Options[[sha256.Size]byte, bool]{
		MaximumSize: judgementsKept, ExpiryCalculator: otter.ExpiryWriting[[sha256.Size]byte, bool](judgementAge),
	})}
}

// CheckTexts judges texts; only those that were not judged lately are asked about. What is blank is not.
func (m *Moderator) CheckTexts(ctx context.Context, texts []string) ([]bool, error) {
	if err := validTexts(texts); err != nil {
		return nil, err
	}
	flagged := make([]bool, len(texts))
	if m.ask == nil {
		return flagged, nil
	}
	var open []string
	var places []int
	for i, t := range texts {
		said, known := m.known.GetIfPresent(sha256.Sum256([]byte(t)))
		if flagged[i] = said; !known && strings.TrimSpace(t) != "" {
			open, places = append(open, t), append(places, i)
		}
	}
	if len(open) == 0 {
		return flagged, nil
	}
	said, err := m.ask(ctx, open)
	if err != nil {
		return nil, err
	}
	if len(said) != len(open) {
		return nil, errJudgement
	}
	for i, place := range places {
		flagged[place] = said[i]
		m.known.Set(sha256.Sum256([]byte(open[i])), said[i])
	}
	return flagged, nil
}

func validTexts(texts []string) error {
	var bad []fault.Field
	if len(texts) > maxTexts {
		bad = append(bad, fault.Field{Name: "texts", Message: fmt.Sprintf("At most %d at once.", maxTexts)})
	}
	for i, t := range texts {
		if utf8.RuneCountInString(t) > maxTextRunes {
			bad = append(bad, fault.Field{Name: fmt.Sprintf("texts[%d]", i), Message: fmt.Sprintf("At most %d characters.", maxTextRunes)})
		}
	}
	return fault.Invalid("TEXTS_INVALID", bad...)
}

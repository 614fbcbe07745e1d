package wordfilter

import (
	"context"
	"errors"
	"slices"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
)

// Timeout is how long a visitor waits for the moderation service at most.
const Timeout = 2 * time.Second

// Text is what a visitor wrote, by the name of its field.
type Text struct{ Field, Text string }

// Moderate asks the moderation service which of some texts, shown together, must not be published. It is asked about
// at most 16 texts of at most 2,000 characters.
type Moderate func(ctx context.Context, texts []string) (flagged []bool, err error)

// Checker checks texts before they are stored.
type Checker struct {
	moderate Moderate
	outcomes metric.Int64Counter
}

// NewChecker makes a checker of the word filter and the moderation service; with nil the word filter decides alone.
func NewChecker(moderate Moderate) (*Checker, error) {
	answers, err := otel.Meter("mcwick/wordfilter").Int64Counter("mcwick.decency.judged",
		metric.WithDescription("Inputs by what the moderation service said: clean, flagged, away."))
	if err != nil {
		return nil, err
	}
	return &Checker{moderate: moderate, outcomes: answers}, nil
}

const refusalMessage = "Keep it kind, broh. We don't hang that up here."

// Check refuses every field whose text must not be published. The texts are shown together, in the order in which
// they are read: a word that runs from one into the next, or from line to line, is refused on all the fields that
// it runs over. What the word filter refuses goes no further. When the moderation service does not answer in time,
// the word filter alone decides.
func (c *Checker) Check(ctx context.Context, texts ...Text) error {
	contents := make([]string, len(texts))
	for i, t := range texts {
		contents[i] = t.Text
	}
	flagged := Flagged(contents)
	if !slices.Contains(flagged, true) && c.moderate != nil {
		flagged = c.callModeration(ctx, contents)
	}
	var bad []fault.Field
	for i, isFlagged := range flagged {
		if isFlagged {
			bad = append(bad, fault.Field{Name: texts[i].Field, Message: refusalMessage})
		}
	}
	return fault.Invalid("TEXT_INDECENT", bad...)
}

// errIncompleteVerdicts says that the moderation service forgot a text.
var errIncompleteVerdicts = errors.New("there is not a verdict on every text")

// callModeration gives what the moderation service says of each text, or nothing.
func (c *Checker) callModeration(ctx context.Context, texts []string) []bool {
	within, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	flagged, err := c.moderate(within, texts)
	if err == nil && len(flagged) != len(texts) {
		err = errIncompleteVerdicts
	}
	outcome := "clean"
	switch {
	case err != nil:
		outcome, flagged = "away", nil
		trace.SpanFromContext(ctx).AddEvent("the word filter alone decided", trace.WithAttributes(attribute.String("error.type", fault.From(err).Reason)))
	case slices.Contains(flagged, true):
		outcome = "flagged"
	}
	c.outcomes.Add(ctx, 1, metric.WithAttributes(attribute.String("outcome", outcome)))
	return flagged
}

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
	"mcwick.example/platform/instrument"
)

// Timeout is how long a visitor waits for the moderation service at most.
const Timeout = 2 * time.Second

// Text is a visitor's text with the name of its field.
type Text struct{ Field, Text string }

// Moderate asks the moderation service which of some texts, shown together, must not be published.
// It receives at most 16 texts of at most 2,000 characters.
type Moderate func(ctx context.Context, texts []string) (flagged []bool, err error)

// Checker checks texts before they are stored.
type Checker struct {
	moderate Moderate
	outcomes metric.Int64Counter
}

// NewChecker returns a checker that uses the word filter and the moderation service; if moderate is
// nil the word filter decides alone.
func NewChecker(moderate Moderate) *Checker {
	answers := instrument.Must(otel.Meter("mcwick/wordfilter").Int64Counter("mcwick.decency.judged",
		metric.WithDescription("Inputs by the moderation service's result: clean, flagged, away.")))
	go list() // so that no text waits for it
	return &Checker{moderate: moderate, outcomes: answers}
}

const (
	refusalMessage = "Keep it kind, broh. We don't hang that up here."
	linkMessage    = "No links and no contract addresses, broh: a candle points nowhere but up."
)

// Check rejects every field whose text must not be published, or leads elsewhere. The texts are shown together, in
// reading order: a word that continues from one into the next, or from line to line, is rejected on
// all the fields that it spans. Texts that the word filter rejects are not sent to the moderation
// service. When the moderation service does not respond in time, the word filter alone decides.
func (c *Checker) Check(ctx context.Context, texts ...Text) error {
	contents := make([]string, len(texts))
	var linking []fault.Field
	for i, t := range texts {
		contents[i] = t.Text
		if HasLink(t.Text) {
			linking = append(linking, fault.Field{Name: t.Field, Message: linkMessage})
		}
	}
	if linking != nil {
		return fault.Invalid("TEXT_LINK", linking...)
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

// errIncompleteVerdicts means that the moderation service returned no verdict for some text.
var errIncompleteVerdicts = errors.New("there is not a verdict on every text")

// callModeration returns the moderation service's verdict on each text, or nil.
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
		trace.SpanFromContext(ctx).AddEvent("the word filter alone decided",
			trace.WithAttributes(attribute.String("error.type", fault.From(err).Reason)))
	case slices.Contains(flagged, true):
		outcome = "flagged"
	}
	c.outcomes.Add(ctx, 1, metric.WithAttributes(attribute.String("outcome", outcome)))
	return flagged
}

// Package decency keeps out words that nobody should read: by a list of our own, and by whoever knows better. It writes no text down, in
// no log and on no span.
package decency

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

// Patience bounds what a visitor waits for a judge.
const Patience = 2 * time.Second

// Text is what a visitor wrote, by the name of its field.
type Text struct{ Field, Text string }

// Judge tells which of some texts should not be read, by their place. It is asked about at most 16 texts of this service's lengths.
type Judge func(ctx context.Context, texts []string) (flagged []bool, err error)

// Checker checks texts before they are stored.
type Checker struct {
	judge  Judge
	judged metric.Int64Counter
}

// NewChecker makes a checker of the list and a judge; nil is no judge.
func NewChecker(judge Judge) (*Checker, error) {
	judged, err := otel.Meter("mcwick/decency").Int64Counter("mcwick.decency.judged",
		metric.WithDescription("Inputs by what the judge of texts said: clean, flagged, away."))
	if err != nil {
		return nil, err
	}
	return &Checker{judge: judge, judged: judged}, nil
}

const refusal = "Keep it kind, broh. We don't hang that up here."

// Check refuses every field whose text is not clean. When the judge does not answer in time, the list alone decides.
func (c *Checker) Check(ctx context.Context, texts ...Text) error {
	var bad []fault.Field
	var open []string
	for _, t := range texts {
		if !Clean(t.Text) {
			bad = append(bad, fault.Field{Name: t.Field, Message: refusal})
		}
		open = append(open, t.Text)
	}
	if len(bad) == 0 && c.judge != nil {
		for i, flagged := range c.ask(ctx, open) {
			if flagged {
				bad = append(bad, fault.Field{Name: texts[i].Field, Message: refusal})
			}
		}
	}
	return fault.Invalid("TEXT_INDECENT", bad...)
}

// errShort says that a judge forgot a text.
var errShort = errors.New("the judge did not speak of every text")

// ask gives what the judge says of each text, or nothing.
func (c *Checker) ask(ctx context.Context, texts []string) []bool {
	within, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	flagged, err := c.judge(within, texts)
	if err == nil && len(flagged) != len(texts) {
		err = errShort
	}
	said := "clean"
	switch {
	case err != nil:
		said, flagged = "away", nil
		trace.SpanFromContext(ctx).AddEvent("the list alone decided", trace.WithAttributes(attribute.String("error.type", fault.From(err).Reason)))
	case slices.Contains(flagged, true):
		said = "flagged"
	}
	c.judged.Add(ctx, 1, metric.WithAttributes(attribute.String("outcome", said)))
	return flagged
}

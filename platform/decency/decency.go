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

// Judge tells which of some texts should not be read, by their place. It is asked about at most 16 texts of at most
// 2,000 letters.
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

// Check refuses every field whose text is not clean. The texts are shown together, in the order in which they are read: a word that runs
// from one into the next, or from line to line, is refused on all the fields that it runs over. When the judge does not answer in time,
// the list alone decides.
func (c *Checker) Check(ctx context.Context, texts ...Text) error {
	var fields []string
	for _, t := range texts {
		if !Clean(t.Text) {
			fields = append(fields, t.Field)
		}
	}
	all := parts(texts)
	if fields == nil {
		fields = run(all)
	}
	if fields == nil && c.judge != nil {
		fields = c.flagged(ctx, texts, all)
	}
	bad := make([]fault.Field, len(fields))
	for i, field := range fields {
		bad[i] = fault.Field{Name: field, Message: refusal}
	}
	return fault.Invalid("TEXT_INDECENT", bad...)
}

// flagged names the fields that the judge has something against: those of texts by themselves, or all when it is what they say together.
func (c *Checker) flagged(ctx context.Context, texts []Text, all []part) (fields []string) {
	asked := make([]string, len(texts), len(texts)+2)
	for i, t := range texts {
		asked[i] = t.Text
	}
	said := c.ask(ctx, append(asked, readings(all)...))
	for i, flagged := range said {
		switch {
		case !flagged:
		case i < len(texts):
			fields = append(fields, texts[i].Field)
		case fields == nil:
			return fieldsOf(all)
		}
	}
	return fields
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

package generation

import (
	"context"
	"strings"
	"testing"

	"mcwick.example/platform/jobs"
)

// countedTexts is a provider whose script took so many tokens, as it says.
type countedTexts struct{ in, out int64 }

func (p countedTexts) Write(
	_ context.Context, _ Conversation, _ string, read func(string) error,
) (Completion, error) {
	return Completion{TokensIn: p.in, TokensOut: p.out}, read(strings.Repeat("It is a fine candle. ", 20))
}

// costLedger records the cost of the last call.
type costLedger struct {
	willingLedger
	price, cost int64
}

func (l *costLedger) Begin(_ context.Context, c Call) (string, error) {
	l.price = c.Price
	return "a call", nil
}

func (l *costLedger) End(_ context.Context, _ string, _ Outcome, cost int64) error {
	l.cost = cost
	return nil
}

// A script costs what its provider counted, within a bound, and its maximum when a count is missing.
// Verifies LIMIT-6.
func TestCostOfAScript(t *testing.T) {
	const itsMaximum = -1
	for name, c := range map[string]struct{ in, out, want int64 }{
		"as counted":           {200, 100, 90},
		"not counted":          {0, 0, itsMaximum},
		"output not counted":   {200, 0, itsMaximum},
		"prompt not counted":   {0, 100, itsMaximum},
		"more than was asked":  {200, 20_000, 12_030},
		"output beyond reason": {200, 10_000_000, 600_030},
		"prompt beyond reason": {100_000_000_000_000, 100, 150_060},
		"both beyond reason":   {1<<63 - 1, 1<<63 - 1, 750_000},
	} {
		t.Run(name, func(t *testing.T) {
			model := ScriptModel{Model: Model{Name: "a/texts", Breaker: NewCircuitBreaker("a")},
				Provider: countedTexts{c.in, c.out}, TokensIn: 150_000, TokensOut: 600_000}
			var ledger costLedger
			if _, err := NewScriptWorker(&ledger, []ScriptModel{model}).Write(t.Context(),
				jobs.Job{ID: "a job", Attempt: 1}, Script{Text: "a house", Genre: GenreHorror}); err != nil {
				t.Fatal(err)
			}
			want := c.want
			if want == itsMaximum {
				want = ledger.price
			}
			if ledger.cost != want || want <= 0 {
				t.Errorf("%d, want %d", ledger.cost, want)
			}
		})
	}
}

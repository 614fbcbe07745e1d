package wordfilter

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mcwick.example/platform/fault"
)

func newChecker(t *testing.T, moderate Moderate) *Checker {
	t.Helper()
	c := NewChecker(moderate)
	return c
}

// refusedFields returns the fields that a check rejects.
func refusedFields(t *testing.T, err error) (fields []string) {
	t.Helper()
	if err == nil {
		return nil
	}
	f := fault.From(err)
	if f.Kind != fault.KindInvalid || f.Reason != "TEXT_INDECENT" {
		t.Fatalf("got %v", err)
	}
	for _, field := range f.Fields {
		if strings.Contains(field.Message, "slut") {
			t.Errorf("the error quotes the text: %q", field.Message)
		}
		fields = append(fields, field.Name)
	}
	return fields
}

func TestCheckNamesEveryFlaggedField(t *testing.T) {
	calls := 0
	c := newChecker(t, func(_ context.Context, texts []string) ([]bool, error) {
		calls++
		flagged := make([]bool, len(texts))
		for i, s := range texts {
			flagged[i] = strings.Contains(s, "subtle")
		}
		return flagged, nil
	})
	for _, c2 := range []*Checker{c, newChecker(t, nil)} {
		got := refusedFields(t, c2.Check(t.Context(), Text{"caption", "slut"}, Text{"signature", "@wick"},
			Text{"overlays[0].content", "kys"}))
		if strings.Join(got, " ") != "caption overlays[0].content" {
			t.Errorf("got %q", got)
		}
	}
	if calls != 0 {
		t.Error("the moderation service was called with a text that the word filter rejects")
	}
	got := refusedFields(t, c.Check(t.Context(), Text{"caption", "fine"}, Text{"signature", "subtle"}))
	if strings.Join(got, " ") != "signature" || calls != 1 {
		t.Errorf("got %q, asked %d times", got, calls)
	}
	if got := refusedFields(t, c.Check(t.Context(), Text{"caption", "fine"})); got != nil {
		t.Errorf("got %q", got)
	}
}

// Verifies MOD-3.
func TestWordFilterIsFallbackForModeration(t *testing.T) {
	for name, moderate := range map[string]Moderate{
		"away":   func(context.Context, []string) ([]bool, error) { return []bool{true}, errors.New("no response") },
		"short":  func(context.Context, []string) ([]bool, error) { return nil, nil },
		"absent": nil,
		"slow": func(ctx context.Context, _ []string) ([]bool, error) {
			if end, bounded := ctx.Deadline(); !bounded {
				t.Error("the call has no deadline")
			} else if _, outer := t.Context().Deadline(); outer {
				t.Error(end)
			}
			return []bool{true}, context.DeadlineExceeded
		},
	} {
		c := newChecker(t, moderate)
		if got := refusedFields(t, c.Check(t.Context(), Text{"caption", "fine"})); got != nil {
			t.Errorf("%s: %q", name, got)
		}
		if got := refusedFields(t, c.Check(t.Context(), Text{"caption", "slut"})); len(got) != 1 {
			t.Errorf("%s: %q", name, got)
		}
	}
}

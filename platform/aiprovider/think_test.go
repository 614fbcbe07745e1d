package aiprovider

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func filterAll(pieces []string) string {
	var f thinkFilter
	var visible strings.Builder
	for _, piece := range pieces {
		visible.WriteString(f.filter(piece))
	}
	return visible.String() + f.flush()
}

func TestThinkFilterRemovesReasoning(t *testing.T) {
	for text, want := range map[string]string{
		"Good day.":                                  "Good day.",
		"<think>hm</think>Good day.":                 "Good day.",
		"<think>hm</think>\n\n Good day.":            "Good day.",
		"<think></think>Good day.":                   "Good day.",
		"Good <think>hm</think>day.":                 "Good day.",
		"<think>a</think> <think>b</think> Good":     "Good",
		"Good day.<think>and now":                    "Good day.",
		"Good day.<think>and now</thin":              "Good day.",
		"Good <thin air>":                            "Good <thin air>",
		"1 <":                                        "1 <",
		"<<think>hm</think>":                         "<",
		"<think>a <think> b</think>c":                "c",
		"<think>a </</think>c":                       "c",
		"c</think>":                                  "c</think>",
		"Good day. <think>hm</think> And good night": "Good day. And good night",
	} {
		if got := filterAll([]string{text}); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
		if got := filterAll(strings.Split(text, "")); got != want {
			t.Errorf("%q became %q letter by letter, want %q", text, got, want)
		}
	}
}

// However a text is cut into pieces, the same remains of it as of the whole, and nothing waits that
// cannot be a tag.
// Verifies LIMIT-14.
func TestThinkFilterHandlesAnyChunking(t *testing.T) {
	thought := regexp.MustCompile(`(?s)<think>.*?(</think>\s*|$)`)
	part := rapid.SampledFrom([]string{"<think>", "</think>", "<thi", "nk>", "</", "<", ">", " ", "\n", "hm",
		"Good day.", "é"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(part).Draw(t, "parts"), "")
		var f thinkFilter
		var visible strings.Builder
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			visible.WriteString(f.filter(rest[:n]))
			if len(f.held) >= len(thinkEnd) {
				t.Fatalf("holds %q", f.held)
			}
			rest = rest[n:]
		}
		visible.WriteString(f.flush())
		if want := thought.ReplaceAllString(text, ""); visible.String() != want {
			t.Fatalf("%q became %q, want %q", text, visible.String(), want)
		}
	})
}

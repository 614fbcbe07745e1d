package generation

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// words returns a text of n words in as many sentences.
func words(n, sentences int) string {
	all := strings.Fields(strings.Repeat("wax ", n))
	for i := range sentences {
		all[(i+1)*n/sentences-1] += "."
	}
	return strings.Join(all, " ")
}

// Verifies SPEECH-4.
func TestScriptRules(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"good":                    {words(75, 3), ""},
		"the maximum length":      {words(150, 3), ""},
		"empty":                   {" \n ", "Script cannot be empty"},
		"an intro":                {"STORY Time! " + words(75, 3), `Script should not include "story time" intro`},
		"an intro, and too short": {"Story time.", `Script should not include "story time" intro`},
		"two sentences":           {words(80, 2), "Script must have at least 3 sentences"},
		"two that end loudly": {words(40, 1) + ".. " + words(40, 1) + "!?!",
			"Script must have at least 3 sentences"},
		"a word short": {words(74, 3), "Script must be at least 75 words for 30 seconds"},
		"a word long":  {words(151, 3), "Script must be at most 150 words for 60 seconds"},
		"long words": {strings.Replace(words(100, 3), "wax", strings.Repeat("x", 2000), 1),
			"Script must be at most 150 words for 60 seconds"},
	} {
		var d Draft
		_ = d.Add(c.script)
		got := ""
		if rule := d.Check(); rule != nil {
			got = rule.Message
		}
		if got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
	cut := Draft{isCut: true}
	_ = cut.Add(words(100, 5))
	if !errors.Is(cut.Check(), errBroken) {
		t.Error("a script without its end may be used")
	}
}

// However a script is cut into pieces, the result is the same; a script that is rejected early is
// invalid as a whole too, by a simple implementation of the rules.
// Verifies SPEECH-4.
func TestDraftReadsPiecesLikeWholeText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.OneOf(
			rapid.StringMatching(`( ?[a-z]{1,9}[.!?]{0,2} ?){1,20}`),
			rapid.SampledFrom([]string{"story", "STORY ", "sstory t", " time", "ime", "t", "…", "\n", "ſtory time", "🕯",
				"Ｓ"}),
		), 0, 30).Draw(t, "pieces")
		whole := strings.Join(pieces, "")
		var d Draft
		given := error(nil)
		for _, p := range pieces {
			if given = d.Add(p); given != nil {
				break
			}
		}
		want := simple(whole)
		switch {
		case given != nil && want == "":
			t.Fatalf("%q was rejected: %v", whole, given)
		case given == nil && d.Check() == nil && want != "", given == nil && d.Check() != nil &&
			d.Check().Message != want:
			t.Fatalf("%q: %v, want %q", whole, d.Check(), want)
		}
	})
}

// simple implements the rules as they are specified, on the whole text.
func simple(s string) string {
	sentences := 0
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(".!?", r) }) {
		if strings.TrimSpace(part) != "" {
			sentences++
		}
	}
	switch n := len(strings.Fields(s)); {
	case strings.TrimSpace(s) == "":
		return errEmpty.Message
	case strings.Contains(strings.ToLower(s), "story time"):
		return errStoryTime.Message
	case sentences < 3:
		return errFewSentences.Message
	case n < 75:
		return errFewWords.Message
	case n > 150:
		return errManyWords.Message
	}
	return ""
}

// BenchmarkDraft reads a script word by word and checks the rules after each, as with a stream. In
// the same run it reads it whole and checks once (x-whole is how many times as long the stream
// took), and it checks the whole text again after each word (x-anew).
func BenchmarkDraft(b *testing.B) {
	script := words(130, 8)
	pieces := strings.SplitAfter(script, " ")
	read := func(pieces ...string) {
		var d Draft
		for _, p := range pieces {
			if err := d.Add(p); err != nil {
				b.Fatal(err)
			}
		}
		if rule := d.Check(); rule != nil {
			b.Fatal(rule)
		}
	}
	var streamed, whole, anew time.Duration
	for b.Loop() {
		began := time.Now()
		read(pieces...)
		streamed += time.Since(began)

		began = time.Now()
		read(script)
		whole += time.Since(began)

		began = time.Now()
		for i := range pieces {
			_ = simple(strings.Join(pieces[:i+1], ""))
		}
		anew += time.Since(began)
	}
	b.ReportMetric(float64(streamed)/float64(whole), "x-whole")
	b.ReportMetric(float64(streamed)/float64(anew), "x-anew")
	b.ReportMetric(float64(streamed.Nanoseconds())/float64(b.N*len(pieces)), "ns/word")
}

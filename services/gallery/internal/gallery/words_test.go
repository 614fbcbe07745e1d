package gallery

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"mcwick.example/platform/text"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for s, want := range map[string][]string{
		"":                             nil,
		" !? -- ' \\ \" & | : * ( <->": nil,
		"Gm, Wax-Wick!":                {"gm", "wax", "wick"},
		"@candle_king":                 {"candle", "king"},
		"Crème BRÛLÉE":                 {"creme", "brulee"},
		"ＦＵＬＬ ①":                       {"full", "1"},
		"to the moon🚀🚀":                {"to", "the", "moon", "🚀", "🚀"},
		"蝋燭 candle":                    {"蝋", "燭", "candle"},
		"zero\u200bwidth":              {"zerowidth"},
		strings.Repeat("x", 100):       {strings.Repeat("x", maxWord)},
	} {
		if got := Words(s); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestWordsHaveLettersDigitsAndSymbolsAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		for _, word := range Words(s) {
			odd := func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.So, unicode.M) }
			if word == "" || utf8.RuneCountInString(word) > maxWord || strings.ContainsFunc(word, odd) {
				t.Errorf("%q has the word %q", s, word)
			}
			if again := Words(word); len(again) == 0 {
				t.Errorf("%q is no word of itself", word)
			}
		}
	})
}

func TestCaptionIsCutAtAWord(t *testing.T) {
	t.Parallel()
	word := strings.Repeat("a", 99) + " "
	for name, c := range map[string]struct{ text, want string }{
		"short":             {" gm \n", "gm"},
		"as long as it may": {strings.Repeat("a", maxCaption), strings.Repeat("a", maxCaption)},
		"words":             {strings.Repeat(word, 4), strings.Repeat(word, 1) + strings.Repeat("a", 99) + "…"},
		"one word":          {strings.Repeat("a", maxCaption+1), strings.Repeat("a", maxCaption-1) + "…"},
		"at the very end":   {strings.Repeat("a", maxCaption-1) + " b", strings.Repeat("a", maxCaption-1) + "…"},
		"pairs":             {strings.Repeat("🕯", maxCaption), strings.Repeat("🕯", maxCaption/2-1) + "…"},
	} {
		if got := cutCaption(c.text); got != c.want || text.UTF16Length(got) > maxCaption {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

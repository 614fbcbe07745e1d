package wordfilter

import (
	"slices"
	"strings"
	"testing"
)

// Verifies MOD-2.
func TestWordsAcrossTextsAreFlagged(t *testing.T) {
	c := newChecker(t, nil)
	for name, s := range map[string]struct {
		texts []string
		bad   string // the flagged fields, as letters
	}{
		"two layers":              {[]string{"SL", "UT"}, "a b"},
		"with text around them":   {[]string{"such a sl", "ut, broh"}, "a b"},
		"in any position":         {[]string{"superchild", "pornking"}, "a b"},
		"three":                   {[]string{"fine", "s", "lu", "t"}, "b c d"},
		"letter by letter":        {[]string{"s", "l", "u", "t", "fine"}, "a b c d"},
		"a word before it":        {[]string{"sl", "ut", "up"}, "a b"},
		"two words":               {[]string{"go kill", "yourself"}, "a b"},
		"in disguise":             {[]string{"5L", "ü7"}, "a b"},
		"with a blank between":    {[]string{"sl", "  ", "ut"}, "a c"},
		"white space around them": {[]string{" sl ", " ut "}, "a b"},
		"lines of one text":       {[]string{"fine", "sl\nut"}, "b"},
		"the last line of a text": {[]string{"fine\nsl", "ut\nfine"}, "a b"},
		"a hyphen that was typed": {[]string{"sl\uE000ut"}, "a"},
		"dots before the next":    {[]string{"s.l.", "u.t"}, "a b"},
	} {
		var texts []Text
		for i, text := range s.texts {
			texts = append(texts, Text{string(rune('a' + i)), text})
		}
		if got := strings.Join(refusedFields(t, c.Check(t.Context(), texts...)), " "); got != s.bad {
			t.Errorf("%s: refused are %q, want %q", name, got, s.bad)
		}
	}
}

// Verifies MOD-2.
func TestHarmlessTextsAreNotFlaggedTogether(t *testing.T) {
	c := newChecker(t, nil)
	for _, s := range [][]string{
		{"WHEN YOU BUY", "THE DIP"}, {"the candle's", "pic of the day"}, {"it’s", "pic time"},
		{"@wick", "Scun", "thorpe"}, {"the fire", "retardant", "scene"},
		{"gm", "", "gn"}, {"kill the lights", "by yourself"}, {"such a snig", "ger"}, {"surfing", "the sea", "Anime"},
		{"Pa", "kistan"},
	} {
		var texts []Text
		for i, text := range s {
			texts = append(texts, Text{string(rune('a' + i)), text})
		}
		if got := refusedFields(t, c.Check(t.Context(), texts...)); got != nil {
			t.Errorf("%q: refused are %q", s, got)
		}
	}
}

// Verifies MOD-2.
func TestReadingsJoinAllLines(t *testing.T) {
	for name, c := range map[string]struct{ texts, want []string }{
		"texts and lines": {[]string{"one\ntwo", "", "three"}, []string{"one two three", "onetwothree"}},
		"a single line":   {[]string{"", " one "}, nil},
		"nothing":         {nil, nil},
	} {
		if got := Readings(c.texts); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

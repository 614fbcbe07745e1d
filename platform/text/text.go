// Package text has the rules that texts from visitors are held to, whatever they are for.
package text

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF16Length is the length of s in UTF-16 code units, as a browser's maxlength counts it, so that
// the page and the server agree on what is too long.
func UTF16Length(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// maxMarks is how many marks in a row a text may have. Languages need three on one letter; towers of
// them cover the lines above and below.
const maxMarks = 4

// IsPlain reports whether s is valid UTF-8 that shows what it says: no control characters but the
// line feed, none of those that turn the reading direction around, and few marks on one letter.
func IsPlain(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	marks := 0
	for _, r := range s {
		if r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return false
		}
		if r == '\u200c' || r == '\u200d' {
			continue // joiners end no letter: marks behind them are on the same one
		}
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		if marks > maxMarks {
			return false
		}
	}
	return true
}

// The sentences for what is no matter of length.
const (
	HiddenMessage  = "The text has hidden characters. Use plain letters only."
	OneLineMessage = "Keep it on one line."
)

// DescribeProblem is the sentence about a text that is not Plain, or tooLong for one of more than
// most units; empty for one that is fine.
func DescribeProblem(s string, most int, tooLong string) string {
	switch {
	case !IsPlain(s):
		return HiddenMessage
	case UTF16Length(s) > most:
		return tooLong
	default:
		return ""
	}
}

// IsSingleLine reports whether s stays on one line.
func IsSingleLine(s string) bool { return !strings.ContainsAny(s, "\n\u2028\u2029") }

// IsBlank reports whether a reader sees nothing of s: it is empty, or all white space and
// characters without a shape of their own, such as the zero-width ones.
func IsBlank(s string) bool {
	return !strings.ContainsFunc(s,
		func(r rune) bool { return !unicode.In(r, invisibleTables...) && r != brailleBlank })
}

// invisibleTables are the characters that show nothing when they stand alone. A character that this
// build's tables do not have yet may be the emoji of a newer phone, and one for private use has the
// shape that its font gives it.
var invisibleTables = []*unicode.RangeTable{
	unicode.White_Space, unicode.Cc, unicode.Cf, unicode.Z, unicode.Variation_Selector,
	unicode.Other_Default_Ignorable_Code_Point,
}

// brailleBlank is the pattern of no dots, a symbol by its category.
const brailleBlank = '\u2800'

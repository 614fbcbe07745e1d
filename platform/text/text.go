// Package text has the rules that texts from visitors are held to, whatever they are for.
package text

import (
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Units is the length of s in UTF-16 code units, as a browser's maxlength counts it, so that the page
// and the server agree on what is too long.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// Plain reports whether s is valid UTF-8 that shows what it says: no control characters but the line
// feed, and none of those that turn the reading direction around.
func Plain(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return false
		}
	}
	return true
}

package aiprovider

import (
	"strings"
	"unicode"
)

// What surrounds what a model says to itself.
const (
	thinkStart = "<think>"
	thinkEnd   = "</think>"
)

// thinkFilter leaves out what a model says to itself, however the text is cut into pieces.
type thinkFilter struct {
	held   string // the end of what came, which may be the beginning of a tag
	inside bool
	trim   bool // white space after a thought belongs to it
}

// filter takes the next piece and returns what is sure to be none of a thought.
func (f *thinkFilter) filter(piece string) string {
	var visible strings.Builder
	text := f.held + piece
	f.held = ""
	for text != "" {
		tag := thinkStart
		if f.inside {
			tag = thinkEnd
		}
		before, after, found := strings.Cut(text, tag)
		if !found {
			f.held = longestOverlap(text, tag)
			before = strings.TrimSuffix(text, f.held)
		}
		if !f.inside {
			visible.WriteString(f.trimStart(before))
		}
		if !found {
			break
		}
		f.trim = f.inside
		f.inside = !f.inside
		text = after
	}
	return visible.String()
}

// flush returns what was held back when the text is over. A thought without an end is none of it.
func (f *thinkFilter) flush() string {
	held := f.held
	f.held = ""
	if f.inside {
		return ""
	}
	return f.trimStart(held)
}

func (f *thinkFilter) trimStart(text string) string {
	if f.trim {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		f.trim = text == ""
	}
	return text
}

// longestOverlap returns the longest end of a text that is the beginning of a tag, but not all of
// it.
func longestOverlap(text, tag string) string {
	for n := min(len(text), len(tag)-1); n > 0; n-- {
		if strings.HasSuffix(text, tag[:n]) {
			return tag[:n]
		}
	}
	return ""
}

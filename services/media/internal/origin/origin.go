// Package origin says who made an artwork or a speech, and what the files made of it say about that.
package origin

import "slices"

// Source is who made an artwork or a speech.
type Source string

// The sources. What is older than the marks has none, and AI made all of that.
const (
	SourceUnknown  Source = ""
	SourceAI       Source = "ai"
	SourceComposer Source = "composer" // our own composer, or the synthesizer that is the second voice: no AI
)

// maxGenerator bounds a generator's name, in characters.
const maxGenerator = 100

// Origin is who made something, and what with.
type Origin struct {
	Source    Source
	Generator string // the model's name, or "McWick composer"; empty when not known
}

// IsValid reports whether our own callers may send it.
func (o Origin) IsValid() bool {
	if len(o.Generator) > maxGenerator || !slices.Contains([]Source{SourceUnknown, SourceAI, SourceComposer}, o.Source) {
		return false
	}
	for _, c := range []byte(o.Generator) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

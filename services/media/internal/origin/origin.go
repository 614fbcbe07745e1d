// Package origin says who made an artwork or a speech, and what its files state about that.
package origin

import "slices"

// Source is who made an artwork or a speech.
type Source string

// The sources. Data older than marks has none, and AI made all of that.
const (
	SourceUnknown  Source = ""
	SourceAI       Source = "ai"
	SourceComposer Source = "composer" // our own composer, or the synthesizer of the second voice: no AI
)

// maxGenerator limits a generator's name, in characters.
const maxGenerator = 100

// Origin is who made something, and with what.
type Origin struct {
	Source    Source
	Generator string // the model's name, or "McWick composer"; empty when not known
}

// IsValid reports whether a caller may send it.
func (o Origin) IsValid() bool {
	if len(o.Generator) > maxGenerator ||
		!slices.Contains([]Source{SourceUnknown, SourceAI, SourceComposer}, o.Source) {
		return false
	}
	for _, c := range []byte(o.Generator) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

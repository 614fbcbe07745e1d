package videos

import (
	"slices"

	"mcwick.example/services/media/internal/origin"
)

// ScriptSource is who wrote a text that is spoken.
type ScriptSource string

// The sources of scripts. Data older than them has none, and the same text may have come from either.
const (
	ScriptUnknown ScriptSource = ""
	ScriptAI      ScriptSource = "ai"
	ScriptVisitor ScriptSource = "visitor" // who typed it
)

// IsValid reports whether a caller may send it.
func (s ScriptSource) IsValid() bool {
	return slices.Contains([]ScriptSource{ScriptUnknown, ScriptAI, ScriptVisitor}, s)
}

// MadeBy returns who made a video as a whole: the composer when a synthesizer speaks what a visitor
// typed; otherwise AI, which may have written a text whose source is not known.
func (v Video) MadeBy() origin.Source {
	if v.Source == origin.SourceComposer && v.ScriptSource == ScriptVisitor {
		return origin.SourceComposer
	}
	return origin.SourceAI
}

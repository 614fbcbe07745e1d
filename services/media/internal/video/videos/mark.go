package videos

import (
	"time"

	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/xmp"
)

// markOfVideo returns the mark of a video of a speech. Of its parts the speech may be AI's, and the
// words. Without either it is no more than a composite: operators bring backgrounds, and we do not know
// how these were made.
func (s Speech) markOfVideo(created time.Time) xmp.Mark {
	m := s.Mark(created)
	m.SourceType = xmp.CompositeWithTrainedAlgorithmicMedia
	if s.Source == origin.SourceComposer && s.ScriptSource != ScriptAI {
		m.SourceType = xmp.Composite
	}
	return m
}

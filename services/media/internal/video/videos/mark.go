package videos

import (
	"time"

	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/xmp"
)

// markOfVideo is what a video of a speech says. Of its parts only that may be AI's, and the words: a synthesizer may have said what AI
// wrote, so that such a video is not an algorithm's alone.
func (s Speech) markOfVideo(created time.Time) xmp.Mark {
	m := s.Mark(created)
	m.SourceType = xmp.CompositeWithTrainedAlgorithmicMedia
	if s.Source == origin.SourceComposer {
		m.SourceType = xmp.Composite
	}
	return m
}

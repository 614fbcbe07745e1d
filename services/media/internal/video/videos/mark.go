package videos

import (
	"time"

	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/xmp"
)

// markOfVideo returns the mark of a video of a speech. Of its parts only the speech may be AI's,
// and the words: a synthesizer may speak what AI wrote, so such a video is not purely algorithmic.
func (s Speech) markOfVideo(created time.Time) xmp.Mark {
	m := s.Mark(created)
	m.SourceType = xmp.CompositeWithTrainedAlgorithmicMedia
	if s.Source == origin.SourceComposer {
		m.SourceType = xmp.Composite
	}
	return m
}

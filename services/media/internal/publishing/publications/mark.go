package publications

import (
	"time"

	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/media/internal/xmp"
)

// markOn returns the mark of a picture with texts on it. Texts make no composite of what the
// composer drew: a visitor's words are its input, as its action and scene are, and a program
// without AI draws them too.
func (a Artwork) markOn(texts []render.Overlay, created time.Time) xmp.Mark {
	m := a.Mark(created)
	if len(texts) > 0 && m.SourceType == xmp.TrainedAlgorithmicMedia {
		m.SourceType = xmp.CompositeWithTrainedAlgorithmicMedia
	}
	return m
}

// mark returns the mark of a publication's files. Of operators' art the publisher is known, but not
// how it was made.
func (p Publication) mark() xmp.Mark {
	if p.Artwork.Type == TypeArt {
		return xmp.Mark{Tool: origin.Platform, Created: p.Created}
	}
	// when it was made, so that it equals the preview but for the recipe
	m := p.Artwork.markOn(p.Overlays, p.Artwork.Created)
	m.Recipe = p.recipe()
	return m
}

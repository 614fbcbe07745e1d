package publications

import (
	"time"

	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/media/internal/xmp"
)

// markOn is what a picture says with texts on it. They make no composite of what the composer drew: a visitor's words are what it was
// drawn from, as its action and scene are, and a program without AI draws them too.
func (a Artwork) markOn(texts []render.Overlay, created time.Time) xmp.Mark {
	m := a.Mark(created)
	if len(texts) > 0 && m.SourceType == xmp.TrainedAlgorithmicMedia {
		m.SourceType = xmp.CompositeWithTrainedAlgorithmicMedia
	}
	return m
}

// markFile is what the files of a publication say. Of the art that operators bring we know who published it, and not how it was made.
func (p Publication) mark() xmp.Mark {
	if p.Artwork.Type == TypeArt {
		return xmp.Mark{Tool: origin.Platform, Created: p.Created}
	}
	return p.Artwork.markOn(p.Overlays, p.Artwork.Created) // when it was made, so that it is what the preview was to the byte
}

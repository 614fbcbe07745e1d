package media

import (
	"strings"
	"time"

	"mcwick.example/services/media/internal/render"
	"mcwick.example/services/media/internal/xmp"
)

// platform is our name in files.
const platform = "McWick"

// mark is what a file says that holds nothing but what its origin made.
func (o Origin) mark(created time.Time) xmp.Mark {
	if o.Source == SourceComposer {
		return xmp.Mark{SourceType: xmp.AlgorithmicMedia, Tool: o.composer(), Created: created}
	}
	return xmp.Mark{SourceType: xmp.TrainedAlgorithmicMedia, Tool: platform, AISystem: o.Generator, Created: created}
}

// composer names the program that is no AI, and us.
func (o Origin) composer() string {
	switch {
	case o.Generator == "":
		return platform
	case strings.HasPrefix(o.Generator, platform):
		return o.Generator
	default:
		return platform + ", " + o.Generator
	}
}

// markOn is what a picture says with texts on it. They make no composite of what the composer drew: a visitor's words are what it was
// drawn from, as its action and scene are, and a program without AI draws them too.
func (o Origin) markOn(texts []render.Overlay, created time.Time) xmp.Mark {
	m := o.mark(created)
	if len(texts) > 0 && m.SourceType == xmp.TrainedAlgorithmicMedia {
		m.SourceType = xmp.CompositeWithTrainedAlgorithmicMedia
	}
	return m
}

// mark is what the files of a publication say. Of the art that operators bring we know who published it, and not how it was made.
func (p Publication) mark() xmp.Mark {
	if p.Artwork.Type == TypeArt {
		return xmp.Mark{Tool: platform, Created: p.Created}
	}
	return p.Artwork.markOn(p.Overlays, p.Artwork.Created) // when it was made, so that it is what the preview was to the byte
}

// markOfVideo is what a video says whose sound is of this origin. Of its parts only that may be AI's, and the words: a synthesizer may
// have said what AI wrote, so that such a video is not an algorithm's alone.
func (o Origin) markOfVideo(created time.Time) xmp.Mark {
	m := o.mark(created)
	m.SourceType = xmp.CompositeWithTrainedAlgorithmicMedia
	if o.Source == SourceComposer {
		m.SourceType = xmp.Composite
	}
	return m
}

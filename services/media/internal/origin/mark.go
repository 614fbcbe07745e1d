package origin

import (
	"strings"
	"time"

	"mcwick.example/services/media/internal/xmp"
)

// Platform is the platform's name in files.
const Platform = "McWick"

// Mark returns the mark of a file whose whole content its origin made.
func (o Origin) Mark(created time.Time) xmp.Mark {
	if o.Source == SourceComposer {
		return xmp.Mark{SourceType: xmp.AlgorithmicMedia, Tool: o.composer(), Created: created}
	}
	return xmp.Mark{SourceType: xmp.TrainedAlgorithmicMedia, Tool: Platform, AISystem: o.Generator, Created: created}
}

// composer is the name of the program that is no AI, with the platform's.
func (o Origin) composer() string {
	switch {
	case o.Generator == "":
		return Platform
	case strings.HasPrefix(o.Generator, Platform):
		return o.Generator
	default:
		return Platform + ", " + o.Generator
	}
}

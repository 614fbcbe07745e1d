package render

import (
	"math"
	"strings"
)

// tolerance, in pixels, is allowed for a line that is exactly MaxLineWidth wide, as lines in
// monospaced families often are: browsers measure in single precision and would break some of them.
const tolerance = 0.05

// breaks records how close the decisions of a text's line breaks were, in font sizes.
type breaks struct {
	widestKept     float64 // the widest line that a further word was added to
	narrowestSplit float64 // the narrowest line that was broken instead
}

// holdAt reports whether every decision is the same at another size.
func (b breaks) holdAt(size float64) bool {
	return fits(b.widestKept, size) && !fits(b.narrowestSplit, size)
}

// fits reports whether a line of that width, in font sizes, may stay whole.
func fits(width, size float64) bool { return width*size <= MaxLineWidth+tolerance }

// breakLines breaks the content at each line feed and, where a line would be wider than
// MaxLineWidth, at the last space before; that space is dropped. A single word is never broken,
// however wide.
func (s *shaper) breakLines(content string, size float64) (lines []string, b breaks) {
	b.narrowestSplit = math.Inf(1)
	for paragraph := range strings.SplitSeq(content, "\n") {
		words := strings.Split(paragraph, " ")
		current := words[0]
		for _, word := range words[1:] {
			longer := current + " " + word
			if width := s.width(longer); fits(width, size) {
				b.widestKept = max(b.widestKept, width)
				current = longer
			} else {
				b.narrowestSplit = min(b.narrowestSplit, width)
				lines = append(lines, current)
				current = word
			}
		}
		lines = append(lines, current)
	}
	return lines, b
}

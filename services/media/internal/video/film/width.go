package film

import (
	"time"
	"unicode"

	"github.com/go-text/typesetting/font"

	"mcwick.example/services/media/internal/fonts"
	"mcwick.example/services/media/internal/video/speech"
)

// The measures of the style, in units of a picture 720 wide and 1280 high, which the renderer scales to any other.
const (
	room     = 720 - 2*20 - 2*9 // what margins and outline leave of the width
	fontSize = 74               // from the top of a line to its bottom, as ASS has it
	litScale = 1.12             // of the word that is being spoken
)

// HasGlyphs reports whether the fonts have the alphabet of a text: nine letters of ten, at least. The
// renderer draws a box for any other.
func HasGlyphs(text string) bool {
	own, fallback := fonts.NewFace(fonts.FredokaOne), fonts.NewFace(fonts.Fallback)
	letters, missing := 0, 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		if _, known := own.NominalGlyph(r); known {
			continue
		}
		if _, known := fallback.NominalGlyph(r); !known {
			missing++
		}
	}
	return missing*10 <= letters
}

// ruler measures captions, for one goroutine.
type ruler struct{ face *font.Face }

func newRuler() ruler { return ruler{fonts.NewFace(fonts.FredokaOne)} }

// widthOf returns the width of a letter. Those that the renderer takes from another font are counted as wide as
// a line is high, which few of them are.
func (r ruler) widthOf(letter rune) float64 {
	glyph, known := r.face.NominalGlyph(letter)
	extents, ok := r.face.FontHExtents()
	if !known || !ok {
		return fontSize
	}
	return fontSize * float64(r.face.HorizontalAdvance(glyph)/(extents.Ascender-extents.Descender))
}

// fits reports whether a caption stays within the picture whichever of its words is being spoken.
func (r ruler) fits(group []speech.Word) bool {
	width, widest := r.widthOf(' ')*float64(len(group)-1), 0.0
	for _, w := range group {
		own := 0.0
		for _, letter := range w.Text {
			own += r.widthOf(letter)
		}
		width, widest = width+own, max(widest, own)
	}
	return width+widest*(litScale-1) <= room
}

// breakWide breaks words that do not fit alone into pieces that do, which share the word's time by their letters.
func (r ruler) breakWide(words []speech.Word) (broken []speech.Word) {
	for _, w := range words {
		letters := []rune(w.Text)
		for from, to := 0, 0; to < len(letters); from = to {
			for to = from + 1; to < len(letters) && r.fits([]speech.Word{{Text: string(letters[from : to+1])}}); {
				to++
			}
			at := func(letter int) time.Duration {
				return w.Start + (w.End-w.Start)*time.Duration(letter)/time.Duration(len(letters))
			}
			broken = append(broken, speech.Word{Text: string(letters[from:to]), Start: at(from), End: at(to)})
		}
	}
	return broken
}

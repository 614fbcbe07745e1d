// Package render draws text overlays on a picture of Size × Size pixels, the way the editor shows
// them.
//
// The picture that is published is painted here and never by the visitor's browser. The editor's
// live preview asks for the Layout of a text, the very shapes that are painted, and repeats only
// what is done with them:
//
//   - The text is centred on (X, Y) and turned around that point, clockwise, as on a browser's
//     canvas.
//   - Lines are LineSpacing font sizes apart. Each baseline lies the family's Baseline font sizes
//     below the middle of its line;
//
// without rotation it is rounded to a whole pixel, because browsers do the same.
//   - A line ends at a line feed and, before a space, where it would grow wider than MaxLineWidth.
//   - The outline is black, OutlineRatio font sizes wide, centred on the letter's edge, with round
//     joins; it lies below all letters.
//   - A letter that the family lacks comes from the fallback face, an emoji from the emoji font, as
//     a picture above all letters; what no
//
// font has is a MissingLetterError.
//
// The package checks only what would break the drawing. Which sizes, colors or lengths a visitor
// may choose is the business of the domain.
package render

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
)

const (
	// Size is the edge of the picture in pixels; overlay coordinates use the same units.
	Size = 1024
	// MaxLineWidth is the width in pixels at which a line breaks before a word.
	MaxLineWidth = 960
	// LineSpacing is the distance of two baselines in font sizes.
	LineSpacing = 1.2
	// OutlineRatio is the whole width of the outline in font sizes; half of it shows outside of the
	// letter.
	OutlineRatio = 0.1
)

// ErrBackgroundSize is returned for a background that is not Size × Size pixels.
var ErrBackgroundSize = errors.New("background is not 1024 by 1024 pixels")

// Overlay is one text on the picture. Its JSON is stored with publications and in their
// fingerprints.
type Overlay struct {
	Content    string  `json:"Content"`    // UTF-8; line feeds break lines
	FontFamily string  `json:"FontFamily"` // one of Families
	FontSize   float64 `json:"FontSize"`   // pixels, above 0 and at most Size
	Color      string  `json:"Color"`      // #rrggbb
	Rotation   float64 `json:"Rotation"`   // degrees, clockwise
	X          float64 `json:"X"`          // center of the text in pixels
	Y          float64 `json:"Y"`
}

// InvalidOverlayError reports which field of an overlay cannot be drawn.
type InvalidOverlayError struct {
	Index int    // position in the list given to Render
	Field string // name of the Overlay field
}

func (e *InvalidOverlayError) Error() string {
	return fmt.Sprintf("overlay %d: invalid %s", e.Index, e.Field)
}

// MissingLetterError names the first letter that no font can draw.
type MissingLetterError struct {
	Index  int    // position in the list given to Render
	Letter string // the letter as the reader sees it: one grapheme cluster
}

func (e *MissingLetterError) Error() string {
	return fmt.Sprintf("overlay %d: no font has the letter %q", e.Index, e.Letter)
}

// Render paints the overlays in order on a copy of the background and returns an opaque picture;
// where the background is transparent it becomes white. It fails with ErrBackgroundSize,
// *InvalidOverlayError or *MissingLetterError, and then before anything is drawn. It is safe for
// concurrent use.
func (r *Renderer) Render(background image.Image, overlays []Overlay) (*image.RGBA, error) {
	if b := background.Bounds(); b.Dx() != Size || b.Dy() != Size {
		return nil, ErrBackgroundSize
	}
	texts := make([]text, len(overlays))
	for i, o := range overlays {
		var err error
		if texts[i], err = r.prepare(i, o); err != nil {
			return nil, err
		}
	}
	dst := image.NewRGBA(image.Rect(0, 0, Size, Size))
	if m, ok := background.(*image.RGBA); ok && m.Opaque() {
		draw.Draw(dst, dst.Bounds(), background, background.Bounds().Min, draw.Src)
	} else {
		draw.Draw(dst, dst.Bounds(), image.White, image.Point{}, draw.Src)
		draw.Draw(dst, dst.Bounds(), background, background.Bounds().Min, draw.Over)
	}
	raster := newRaster()
	for _, t := range texts {
		if err := r.paint(dst, raster, t); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// paint draws one text: all outlines, above them all letters, above them all emoji.
func (r *Renderer) paint(dst *image.RGBA, raster *raster, t text) error {
	outlines := t.outlines()
	raster.stroke(outlines, t.size*OutlineRatio)
	raster.paint(dst, color.RGBA{A: 255})
	raster.fill(outlines)
	raster.paint(dst, t.color)
	return r.paintEmoji(dst, t)
}

// text is an overlay that has passed all checks: its layout and where that goes.
type text struct {
	layout          Layout
	size            float64
	color           color.RGBA
	x, y, sin, cos  float64
	wholePixelLines bool
}

// maxContent limits the work of one overlay, in bytes; the rules for visitors are far stricter.
const maxContent = 4096

func (r *Renderer) prepare(i int, o Overlay) (text, error) {
	invalid := func(field string) (text, error) { return text{}, &InvalidOverlayError{Index: i, Field: field} }
	family, known := FamilyNamed(o.FontFamily)
	fill, ok := parseColor(o.Color)
	switch {
	case len(o.Content) > maxContent:
		return invalid("Content")
	case !known:
		return invalid("FontFamily")
	case !(o.FontSize > 0 && o.FontSize <= Size):
		return invalid("FontSize")
	case !ok:
		return invalid("Color")
	case !finite(o.Rotation):
		return invalid("Rotation")
	case !finite(o.X) || math.Abs(o.X) > 16*Size:
		return invalid("X")
	case !finite(o.Y) || math.Abs(o.Y) > 16*Size:
		return invalid("Y")
	}
	t := text{size: o.FontSize, color: fill, x: o.X, y: o.Y}
	turn := math.Mod(o.Rotation, 360)
	t.wholePixelLines = turn == 0
	t.sin, t.cos = math.Sincos(turn * math.Pi / 180)
	if t.layout = r.LayOut(o.Content, family, o.FontSize); len(t.layout.Missing) > 0 {
		return text{}, &MissingLetterError{Index: i, Letter: t.layout.Missing[0]}
	}
	return t, nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// parseColor parses #rrggbb.
func parseColor(s string) (color.RGBA, bool) {
	if len(s) != 7 || s[0] != '#' {
		return color.RGBA{}, false
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}, err == nil
}

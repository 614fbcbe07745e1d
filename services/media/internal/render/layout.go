package render

import (
	"strings"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/segmenter"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// line is one shaped line; lengths are in font sizes, x from the line's start, y up from its baseline.
type line struct {
	text   string
	glyphs []glyph
	width  float64
}

// glyph is a letter's shape in its place. A kind of glyph that brings a picture instead of an outline would be added here.
type glyph struct {
	face *font.Face
	id   font.GID
	x, y float64
}

// layout breaks the content and shapes its lines; missing is the first letter that cannot be drawn.
func layout(content string, family Family, size float64) (lines []line, missing string) {
	s := newShaper(family)
	for _, broken := range s.breakLines(content, size) {
		lines = append(lines, s.shape(broken))
	}
	return lines, s.missing
}

// BreakLines returns the lines in which a text of that family and size is drawn: broken at each line feed, and, where a line
// would be wider than MaxLineWidth, at the last space before; that space is dropped. A single word is never broken, however wide.
func BreakLines(content string, family Family, size float64) []string {
	return newShaper(family).breakLines(content, size)
}

// slack, in pixels, is given to a line that is exactly MaxLineWidth wide, as lines in monospaced families often are: browsers measure in single
// precision and would break some of them.
const slack = 0.05

// shaper measures text in one family. It belongs to one goroutine.
type shaper struct {
	harfbuzz       shaping.HarfbuzzShaper
	clusters       segmenter.Segmenter
	face, fallback *font.Face
	missing        string
}

func newShaper(family Family) *shaper {
	return &shaper{face: newFace(family.File), fallback: newFace(fallbackFile)}
}

func (s *shaper) breakLines(content string, size float64) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(content, "\n") {
		current, first := "", true
		for word := range strings.SplitSeq(paragraph, " ") {
			longer := current + " " + word
			switch {
			case first:
				current, first = word, false
			case s.shape(longer).width*size <= MaxLineWidth+slack:
				current = longer
			default:
				lines = append(lines, current)
				current = word
			}
		}
		lines = append(lines, current)
	}
	return lines
}

// shape places the letters of a line, with kerning and ligatures. Letters without any glyph are left out and noted in s.missing.
func (s *shaper) shape(content string) line {
	out := line{text: content}
	runes := []rune(content)
	s.clusters.Init(runes)
	start, runFace := 0, (*font.Face)(nil)
	flush := func(end int) {
		if runFace != nil && end > start {
			s.shapeRun(&out, runes, start, end, runFace)
		}
		start = end
	}
	for it := s.clusters.GraphemeIterator(); it.Next(); {
		cluster := it.Grapheme()
		face := s.faceFor(cluster.Text)
		if face != runFace {
			flush(cluster.Offset)
			runFace = face
		}
	}
	flush(len(runes))
	return out
}

// faceFor picks the face that draws a whole cluster; nil if none does.
func (s *shaper) faceFor(cluster []rune) *font.Face {
	for _, face := range []*font.Face{s.face, s.fallback} {
		if hasAll(face, cluster) {
			return face
		}
	}
	if s.missing == "" {
		s.missing = string(cluster)
	}
	return nil
}

func hasAll(face *font.Face, cluster []rune) bool {
	for _, r := range cluster {
		if _, ok := face.NominalGlyph(r); !ok && !invisible(r) {
			return false
		}
	}
	return true
}

// invisible tells the joiners and variation selectors, which shape their neighbours but need no glyph.
func invisible(r rune) bool {
	return r == '\u200c' || r == '\u200d' || r == '\u034f' || (r >= '\ufe00' && r <= '\ufe0f')
}

// shapeRun shapes in font units, so that size and rotation of a text never change where its letters stand.
func (s *shaper) shapeRun(out *line, runes []rune, start, end int, face *font.Face) {
	upem := float64(face.Upem())
	run := s.harfbuzz.Shape(shaping.Input{
		Text: runes, RunStart: start, RunEnd: end, Direction: di.DirectionLTR, Face: face,
		Size: fixed.I(int(face.Upem())), Script: scriptOf(runes[start:end]), Language: language.NewLanguage("en"),
	})
	for _, g := range run.Glyphs {
		out.glyphs = append(out.glyphs, glyph{
			face: face, id: g.GlyphID,
			x: out.width + units(g.XOffset)/upem, y: units(g.YOffset) / upem,
		})
		out.width += units(g.Advance) / upem
	}
}

func units(v fixed.Int26_6) float64 { return float64(v) / 64 }

func scriptOf(runes []rune) language.Script {
	for _, r := range runes {
		if s := language.LookupScript(r); s != language.Common && s != language.Inherited {
			return s
		}
	}
	return language.Latin
}

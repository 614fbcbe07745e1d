package render

import (
	"math"
	"slices"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/segmenter"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"

	"mcwick.example/services/media/internal/fonts"
)

// Unit is how many units of a layout make one font size. Every length of a layout is a multiple of
// a tenth of a unit, so that a layout does not change when it is serialized and parsed.
const Unit = 1000

// Layout is a text as outlines: what Render paints, before it is scaled, rotated, placed and
// colored.
type Layout struct {
	Baseline float64  // units from the middle of a line down to its baseline
	Lines    []Line   // top to bottom, LineSpacing font sizes apart
	Missing  []string // each letter that no font can draw, once, as the reader sees it; its place in the lines is empty

	breaks breaks
}

// Line is one line of a Layout. X runs from the line's start to the right, y from its baseline
// down.
type Line struct {
	Text    string
	Width   float64 // units; the line is centered on the text's x
	Outline Path    // of all letters
	Emoji   []Emoji
}

// HoldsAt reports whether a text of that size, in pixels, has the same line breaks.
func (l Layout) HoldsAt(size float64) bool { return l.breaks.holdAt(size) }

// LayOut breaks the content into lines, as a text of that family and size in pixels is drawn, and
// shapes them. It accepts any content, but its work grows with the square of a line's length: the
// caller must limit it.
func (r *Renderer) LayOut(content string, family Family, size float64) Layout {
	s := newShaper(family, r.emoji)
	broken, breaks := s.breakLines(content, size)
	s.missing = nil // attempts at line breaks may have shaped letters that are in no line
	out := Layout{Baseline: round(family.Baseline * Unit), breaks: breaks}
	for _, text := range broken {
		out.Lines = append(out.Lines, s.shape(text))
	}
	out.Missing = s.missing
	return out
}

// round returns the nearest tenth.
func round(v float64) float64 { return math.Round(v*10) / 10 }

// shaper measures and shapes text in one family. It belongs to one goroutine.
type shaper struct {
	harfbuzz       shaping.HarfbuzzShaper
	clusters       segmenter.Segmenter
	face, fallback *font.Face
	emoji          *font.Face // nil without an emoji font
	pictures       *emojiFont // of the face emoji
	missing        []string
}

func newShaper(family Family, emoji *emojiFont) *shaper {
	return &shaper{face: fonts.NewFace(family.File), fallback: fonts.NewFace(fonts.Fallback), emoji: emoji.newFace(),
		pictures: emoji}
}

// shape places the letters of a line, with kerning and ligatures. Letters without any glyph are
// left out and recorded in s.missing.
func (s *shaper) shape(content string) Line {
	line, x := Line{Text: content}, 0.0
	for face, run := range s.runs(content) {
		if face == s.emoji {
			x = s.placeEmoji(&line, x, run)
		} else {
			x = s.placeLetters(&line, x, run, face)
		}
	}
	line.Width = round(x * Unit)
	return line
}

// width is the width of a line, in font sizes.
func (s *shaper) width(content string) (width float64) {
	for face, run := range s.runs(content) {
		width += advanceOf(s.shapeRun(run, face)) / float64(face.Upem())
	}
	return width
}

// runs cuts a line into the longest pieces that one face draws.
func (s *shaper) runs(content string) func(yield func(*font.Face, []rune) bool) {
	return func(yield func(*font.Face, []rune) bool) {
		runes := []rune(content)
		s.clusters.Init(runes)
		start, current := 0, (*font.Face)(nil)
		flush := func(end int) bool {
			from := start
			start = end
			return current == nil || from == end || yield(current, runes[from:end])
		}
		for it := s.clusters.GraphemeIterator(); it.Next(); {
			cluster := it.Grapheme()
			if face := s.faceFor(cluster.Text); face != current {
				if !flush(cluster.Offset) {
					return
				}
				current = face
			}
		}
		flush(len(runes))
	}
}

// faceFor returns the face that draws a whole cluster; nil if none does. A cluster is an emoji when
// a variation selector says so, or when no text face has it.
func (s *shaper) faceFor(cluster []rune) *font.Face {
	const asEmoji = '\ufe0f'
	if slices.Contains(cluster, asEmoji) && s.drawsEmoji(cluster) {
		return s.emoji
	}
	for _, face := range []*font.Face{s.face, s.fallback} {
		if hasAll(face, cluster) {
			return face
		}
	}
	if s.drawsEmoji(cluster) {
		return s.emoji
	}
	if letter := string(cluster); !slices.Contains(s.missing, letter) {
		s.missing = append(s.missing, letter)
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

// invisible reports joiners and variation selectors, which shape their neighbors but need no glyph.
func invisible(r rune) bool {
	return r == '\u200c' || r == '\u200d' || r == '\u034f' || (r >= '\ufe00' && r <= '\ufe0f')
}

// placeLetters adds the outlines of a run from x on, in font sizes, and returns where it ends.
func (s *shaper) placeLetters(line *Line, x float64, run []rune, face *font.Face) float64 {
	upem := float64(face.Upem())
	for _, g := range s.shapeRun(run, face) {
		if outline, ok := face.GlyphDataOutline(g.GlyphID); ok {
			line.Outline = line.Outline.appendGlyph(outline, x+units(g.XOffset)/upem, units(g.YOffset)/upem, upem)
		}
		x += units(g.Advance) / upem
	}
	return x
}

// shapeRun shapes in font units, so that size and rotation of a text never change its letters'
// positions.
func (s *shaper) shapeRun(run []rune, face *font.Face) []shaping.Glyph {
	return s.harfbuzz.Shape(shaping.Input{
		Text: run, RunEnd: len(run), Direction: di.DirectionLTR, Face: face,
		Size: fixed.I(int(face.Upem())), Script: scriptOf(run), Language: language.NewLanguage("en"),
	}).Glyphs
}

func advanceOf(glyphs []shaping.Glyph) (sum float64) {
	for _, g := range glyphs {
		sum += units(g.Advance)
	}
	return sum
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

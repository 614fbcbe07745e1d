package render

import (
	"math"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// flatness is how far a straight piece may stray from its curve, in pixels: well below what 16 sub-rows can show.
const flatness = 0.04

type point struct{ x, y float64 }

// contour is a closed polygon in pixels; the last point joins the first.
type contour []point

// outlines returns the letters of the text as polygons in the picture's pixels.
func (t text) outlines() []contour {
	var out []contour
	for i, l := range t.lines {
		middle := (float64(i) - float64(len(t.lines)-1)/2) * LineSpacing * t.size
		base := middle + t.baseline*t.size
		if t.wholePixelLines {
			base = math.Floor(t.y+base+0.5) - t.y
		}
		left := -l.width * t.size / 2
		for _, g := range l.glyphs {
			out = t.glyphContours(out, g, left, base)
		}
	}
	return out
}

// glyphContours appends one letter, moved to (left, base), turned and flattened.
func (t text) glyphContours(out []contour, g glyph, left, base float64) []contour {
	data, ok := g.face.GlyphData(g.id).(font.GlyphOutline)
	if !ok {
		return out // a space
	}
	scale := t.size / float64(g.face.Upem())
	at := func(p opentype.SegmentPoint) point {
		x := left + g.x*t.size + float64(p.X)*scale
		y := base - g.y*t.size - float64(p.Y)*scale
		return point{t.x + float64(x*t.cos) - float64(y*t.sin), t.y + float64(x*t.sin) + float64(y*t.cos)}
	}
	var c contour
	done := func() {
		if len(c) > 2 {
			out = append(out, c)
		}
	}
	for _, s := range data.Segments {
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			done()
			c = contour{at(s.Args[0])}
		case opentype.SegmentOpLineTo:
			c = append(c, at(s.Args[0]))
		case opentype.SegmentOpQuadTo:
			c = appendQuad(c, at(s.Args[0]), at(s.Args[1]))
		case opentype.SegmentOpCubeTo:
			c = appendCube(c, at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
		}
	}
	done()
	return out
}

// appendQuad adds a quadratic curve from the contour's end. Its chords err by |p0-2p1+p2| / 4n².
func appendQuad(c contour, p1, p2 point) contour {
	p0 := c[len(c)-1]
	bend := math.Hypot(p0.x-2*p1.x+p2.x, p0.y-2*p1.y+p2.y)
	n := pieces(bend / 4)
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		a, b, d := u*u, 2*u*t, t*t
		c = append(c, point{
			float64(a*p0.x) + float64(b*p1.x) + float64(d*p2.x),
			float64(a*p0.y) + float64(b*p1.y) + float64(d*p2.y),
		})
	}
	return c
}

// appendCube adds a cubic curve; its chords err by at most 6·max|second difference| / 8n².
func appendCube(c contour, p1, p2, p3 point) contour {
	p0 := c[len(c)-1]
	bend := math.Max(math.Hypot(p0.x-2*p1.x+p2.x, p0.y-2*p1.y+p2.y), math.Hypot(p1.x-2*p2.x+p3.x, p1.y-2*p2.y+p3.y))
	n := pieces(bend * 0.75)
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		a, b, d, e := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		c = append(c, point{
			float64(a*p0.x) + float64(b*p1.x) + float64(d*p2.x) + float64(e*p3.x),
			float64(a*p0.y) + float64(b*p1.y) + float64(d*p2.y) + float64(e*p3.y),
		})
	}
	return c
}

// pieces is the number of chords for a curve whose single chord errs by so many pixels.
func pieces(err float64) int { return max(1, int(math.Ceil(math.Sqrt(err/flatness)))) }

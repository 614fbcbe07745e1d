package render

import (
	"math"

	"github.com/go-text/typesetting/font/opentype"
)

// flatness is how far a chord may deviate from its curve, in pixels: well below what 16 sub-rows
// can show.
const flatness = 0.04

type point struct{ x, y float64 }

// contour is a closed polygon in pixels; the last point joins the first.
type contour []point

// outlines returns the letters of the text as polygons in the picture's pixels.
func (t text) outlines() []contour {
	var out []contour
	for i, l := range t.layout.Lines {
		left, base := t.start(i)
		out = l.Outline.appendContours(out, func(p point) point {
			return t.place(point{left + float64(p.x*t.size/Unit), base + float64(p.y*t.size/Unit)})
		})
	}
	return out
}

// start returns where a line begins on its baseline, in pixels from the text's center, before the
// text is rotated.
func (t text) start(line int) (left, base float64) {
	middle := (float64(line) - float64(len(t.layout.Lines)-1)/2) * LineSpacing * t.size
	base = middle + t.layout.Baseline*t.size/Unit
	if t.wholePixelLines {
		base = math.Floor(t.y+base+0.5) - t.y
	}
	return -t.layout.Lines[line].Width / 2 * t.size / Unit, base
}

// place rotates a point around the text's center and moves it there.
func (t text) place(p point) point {
	return point{t.x + float64(p.x*t.cos) - float64(p.y*t.sin), t.y + float64(p.x*t.sin) + float64(p.y*t.cos)}
}

// appendContours adds the path's contours, each point mapped by at, with the curves as chords.
func (p Path) appendContours(out []contour, at func(point) point) []contour {
	var c contour
	done := func() {
		if len(c) > 2 {
			out = append(out, c)
		}
	}
	for _, s := range p {
		switch s.op {
		case opentype.SegmentOpMoveTo:
			done()
			c = contour{at(s.points[0])}
		case opentype.SegmentOpLineTo:
			c = append(c, at(s.points[0]))
		case opentype.SegmentOpQuadTo:
			c = appendQuad(c, at(s.points[0]), at(s.points[1]))
		case opentype.SegmentOpCubeTo:
			c = appendCube(c, at(s.points[0]), at(s.points[1]), at(s.points[2]))
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

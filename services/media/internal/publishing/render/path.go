package render

import (
	"strconv"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// Path is closed contours in units, x to the right, y down.
type Path []segment

// segment is a straight line or a curve from where the last one ended, or a jump to the next
// contour.
type segment struct {
	op     opentype.SegmentOp
	points [3]point // as many as the kind of segment has; its end is the last of them
}

// pathCommands are the commands of SVG. Capitals have absolute coordinates, small letters relative
// ones.
var pathCommands = map[opentype.SegmentOp]byte{
	opentype.SegmentOpMoveTo: 'M', opentype.SegmentOpLineTo: 'l', opentype.SegmentOpQuadTo: 'q',
	opentype.SegmentOpCubeTo: 'c',
}

// ends returns the control points and, last, the end.
func (s *segment) ends() []point {
	switch s.op {
	case opentype.SegmentOpQuadTo:
		return s.points[:2]
	case opentype.SegmentOpCubeTo:
		return s.points[:3]
	default:
		return s.points[:1]
	}
}

func (s *segment) end() point { return s.ends()[len(s.ends())-1] }

// appendGlyph adds a letter that starts at (x, y), in font sizes, with y up as in fonts.
func (p Path) appendGlyph(outline font.GlyphOutline, x, y, upem float64) Path {
	for _, from := range outline.Segments {
		to := segment{op: from.Op}
		for i := range to.ends() {
			a := from.Args[i]
			to.points[i] = point{round((x + float64(a.X)/upem) * Unit), round(-(y + float64(a.Y)/upem) * Unit)}
		}
		p = append(p, to)
	}
	return p
}

// String returns the path as SVG path data, every contour closed. Within a contour it uses relative
// coordinates, which are shorter.
func (p Path) String() string {
	var out []byte
	var from point
	for i, s := range p {
		if s.op == opentype.SegmentOpMoveTo {
			if i > 0 {
				out = append(out, 'Z')
			}
			from = point{}
		}
		out = append(out, pathCommands[s.op])
		for j, to := range s.ends() {
			if j > 0 {
				out = append(out, ' ')
			}
			out = appendNumber(out, to.x-from.x)
			out = append(out, ' ')
			out = appendNumber(out, to.y-from.y)
		}
		from = s.end()
	}
	if len(p) > 0 {
		out = append(out, 'Z')
	}
	return string(out)
}

func appendNumber(out []byte, v float64) []byte {
	return strconv.AppendFloat(out, round(v)+0, 'f', -1, 64) // + 0: never -0
}

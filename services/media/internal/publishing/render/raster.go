package render

import (
	"image"
	"image/color"
	"math"
)

// subRows is the number of scan lines per pixel row. Along a scan line coverage is exact, so 16
// rows give 16 × 256 shades.
const subRows = 16

// raster converts polygons to coverage by the non-zero winding rule. Add polygons, then paint;
// painting empties it.
type raster struct {
	edges  []edge
	starts [Size * subRows]int32 // first edge of each scan line, as index + 1; edges form a list through next
	active []crossing
	before [Size*subRows + 1]int32 // how the winding left of the picture changes at a scan line
	cover  [Size + 1]float64       // share of partly covered pixels in this row
	change [Size + 2]float64       // where full coverage begins (+) and ends (-)
}

// edge runs downwards, through the scan lines first to last, and meets the first of them at x.
type edge struct {
	crossing
	next int32
}

// crossing is where an edge meets the current scan line.
type crossing struct {
	x, slope float64 // slope is the change per scan line
	last     int32
	winding  int8
}

func newRaster() *raster { return &raster{} }

// polygon adds a closed polygon in pixels; what lies outside of the picture is clipped.
func (r *raster) polygon(c contour) {
	for i, a := range c {
		b := c[(i+1)%len(c)]
		winding := int8(1)
		if a.y > b.y {
			a, b, winding = b, a, -1
		}
		// scan line k lies at (k + ½) / subRows
		first := max(0, math.Ceil(a.y*subRows-0.5))
		last := min(Size*subRows-1, math.Ceil(b.y*subRows-0.5)-1)
		if first > last || (a.x >= Size && b.x >= Size) {
			continue // between two scan lines, above, below or to the right
		}
		if a.x <= 0 && b.x <= 0 { // it is invisible, but changes the winding
			r.before[int(first)] += int32(winding)
			r.before[int(last)+1] -= int32(winding)
			continue
		}
		slope := (b.x - a.x) / (b.y - a.y)
		x := a.x + float64(slope*((first+0.5)/subRows-a.y))
		r.edges = append(r.edges, edge{crossing{x, slope / subRows, int32(last), winding}, r.starts[int(first)]})
		r.starts[int(first)] = int32(len(r.edges))
	}
}

// paint blends the color over the picture wherever the polygons cover it.
func (r *raster) paint(dst *image.RGBA, c color.RGBA) {
	before := 0
	for y := range Size {
		left, right := Size, 0
		for k := y * subRows; k < (y+1)*subRows; k++ {
			for e := r.starts[k]; e != 0; e = r.edges[e-1].next {
				r.active = append(r.active, r.edges[e-1].crossing)
			}
			before += int(r.before[k])
			r.starts[k], r.before[k] = 0, 0
			if len(r.active) == 0 && before == 0 {
				continue
			}
			r.sort()
			left, right = r.scan(before, left, right)
			r.advance(int32(k))
		}
		if left < right {
			r.blend(dst, y, left, right, c)
		}
	}
	r.edges, r.active, r.before[Size*subRows] = r.edges[:0], r.active[:0], 0
}

// sort orders the crossings by x. They hardly change from one scan line to the next, which suits
// insertion sort.
func (r *raster) sort() {
	a := r.active
	for i := 1; i < len(a); i++ {
		c, j := a[i], i
		for ; j > 0 && a[j-1].x > c.x; j-- {
			a[j] = a[j-1]
		}
		a[j] = c
	}
}

// scan adds the covered spans of one scan line, which begins with that winding, and widens the
// touched range of pixels.
func (r *raster) scan(winding, left, right int) (int, int) {
	from := 0.0
	for _, c := range r.active {
		if winding == 0 {
			from = c.x
		}
		if winding += int(c.winding); winding == 0 {
			left, right = r.span(from, c.x, left, right)
		}
	}
	if winding != 0 { // its end is to the right of the picture
		left, right = r.span(from, Size, left, right)
	}
	return left, min(right, Size)
}

// span adds one covered span of a scan line.
func (r *raster) span(from, to float64, left, right int) (int, int) {
	a, b := clamp(from), clamp(to)
	if a >= b {
		return left, right
	}
	i, j := int(a), int(b)
	if i == j {
		r.cover[i] += b - a
	} else {
		r.cover[i] += float64(i+1) - a
		r.cover[j] += b - float64(j)
		r.change[i+1]++
		r.change[j]--
	}
	return min(left, i), max(right, j+1)
}

func clamp(x float64) float64 { return min(max(x, 0), Size) }

// advance drops the edges that end at scan line k and moves the others on.
func (r *raster) advance(k int32) {
	kept := r.active[:0]
	for _, c := range r.active {
		if c.last > k {
			c.x += c.slope
			kept = append(kept, c)
		}
	}
	r.active = kept
}

// blend mixes the color into pixels left to right-1 of a row and clears the row's coverage.
func (r *raster) blend(dst *image.RGBA, y, left, right int, c color.RGBA) {
	row := dst.Pix[dst.PixOffset(0, y):]
	full := 0.0
	for x := left; x < right; x++ {
		full += r.change[x]
		alpha := min((full+r.cover[x])/subRows, 1)
		r.cover[x], r.change[x] = 0, 0
		if alpha <= 0 {
			continue
		}
		p := row[4*x : 4*x+4 : 4*x+4]
		p[0], p[1], p[2] = mix(p[0], c.R, alpha), mix(p[1], c.G, alpha), mix(p[2], c.B, alpha)
	}
	r.cover[Size], r.change[Size] = 0, 0 // a span that reaches the edge ends here
}

func mix(under, over uint8, alpha float64) uint8 {
	return uint8(float64((float64(over)-float64(under))*alpha) + float64(under) + 0.5)
}

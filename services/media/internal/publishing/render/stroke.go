package render

import "math"

// fill adds closed contours to the raster unchanged: what any of them winds around is inside.
func (r *raster) fill(contours []contour) {
	for _, c := range contours {
		r.polygon(c)
	}
}

// stroke adds the band of that width along closed contours, with round joins: one rectangle per
// edge and one pie per corner, on its outer side. All wind the same way, so their union comes out
// of the winding rule and no piece can cancel another.
func (r *raster) stroke(contours []contour, width float64) {
	h := width / 2
	step := 2 * math.Acos(math.Max(0, 1-flatness/h)) // an arc of that angle stays within flatness of its chord
	for _, c := range contours {
		directions := c.directions()
		for i, d := range directions {
			a, b := c[i], c[(i+1)%len(c)]
			if d == (point{}) {
				continue
			}
			n := point{-d.y * h, d.x * h}
			r.polygon(contour{{a.x + n.x, a.y + n.y}, {a.x - n.x, a.y - n.y}, {b.x - n.x, b.y - n.y},
				{b.x + n.x, b.y + n.y}})
			if next, ok := nextPoint(directions, i); ok {
				r.pie(b, d, next, h, step)
			}
		}
	}
}

// directions returns the unit vectors of the edges; zero for an edge without length.
func (c contour) directions() []point {
	out := make([]point, len(c))
	for i, a := range c {
		b := c[(i+1)%len(c)]
		if l := math.Hypot(b.x-a.x, b.y-a.y); l > 1e-9 {
			out[i] = point{(b.x - a.x) / l, (b.y - a.y) / l}
		}
	}
	return out
}

// nextPoint returns the direction of the next edge that has a length.
func nextPoint(directions []point, i int) (point, bool) {
	for k := 1; k < len(directions); k++ {
		if d := directions[(i+k)%len(directions)]; d != (point{}) {
			return d, true
		}
	}
	return point{}, false
}

// pie adds the sector at corner b between two edge directions.
func (r *raster) pie(b, d0, d1 point, h, step float64) {
	turn := math.Atan2(d0.x*d1.y-d0.y*d1.x, d0.x*d1.x+d0.y*d1.y)
	if math.Abs(turn) < 1e-4 {
		return
	}
	from := d0
	side := -1.0
	if turn < 0 {
		from, side, turn = d1, 1, -turn // the same sector in the other direction, so that it winds like the rectangles
	}
	start := math.Atan2(from.x*side, -from.y*side)
	n := max(1, int(math.Ceil(turn/step)))
	sector := make(contour, 0, n+2)
	sector = append(sector, b)
	for i := range n + 1 {
		sin, cos := math.Sincos(start + turn*float64(i)/float64(n))
		sector = append(sector, point{b.x + float64(h*cos), b.y + float64(h*sin)})
	}
	r.polygon(sector)
}

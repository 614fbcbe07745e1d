package main

import "math"

// color is red, green, blue from 0 to 255.
type color [3]float64

// hex returns a color such as 0xffc62b.
func hex(v int) color { return color{float64(v >> 16), float64(v >> 8 & 255), float64(v & 255)} }

// mix returns the color at a share of the way from c to d.
func (c color) mix(d color, share float64) color {
	for i := range c {
		c[i] += (d[i] - c[i]) * share
	}
	return c
}

// The palette: warm dark, wax, flame, candle green and ember.
var (
	night  = hex(0x170d09)
	dusk   = hex(0x3a1d12)
	ember  = hex(0xd8402f)
	flame  = hex(0xffc62b)
	glow   = hex(0xff8a1f)
	wax    = hex(0xfff1d6)
	green  = hex(0x2fc56d)
	leaf   = hex(0x1f8f50)
	earth  = hex(0x5b3420)
	stone  = hex(0x4a3830)
	purple = hex(0x7d4bc9)
)

// grain is how many samples a pixel has in each direction; their mean is the pixel.
const grain = 2

// canvas is a picture in samples.
type canvas struct {
	w, h   int
	points []color32
	out    []byte
}

type color32 [3]float32

func newCanvas() *canvas {
	w, h := width*grain, height*grain
	return &canvas{w, h, make([]color32, w*h), make([]byte, width*height*3)}
}

// point is a position in pixels.
type point struct{ x, y float64 }

// fill paints a convex shape; share is its opacity.
func (c *canvas) fill(k color, share float64, shape ...point) {
	top, bottom := math.Inf(1), math.Inf(-1)
	for _, p := range shape {
		top, bottom = math.Min(top, p.y), math.Max(bottom, p.y)
	}
	for y := max(int(math.Ceil(top*grain-0.5)), 0); y < c.h && float64(y)+0.5 < bottom*grain; y++ {
		left, right := math.Inf(1), math.Inf(-1)
		at := (float64(y) + 0.5) / grain
		for i, a := range shape {
			b := shape[(i+1)%len(shape)]
			if (a.y <= at) == (b.y <= at) {
				continue
			}
			x := a.x + (at-a.y)/(b.y-a.y)*(b.x-a.x)
			left, right = math.Min(left, x), math.Max(right, x)
		}
		c.line(k, share, y, left, right)
	}
}

// line paints a row of samples.
func (c *canvas) line(k color, share float64, y int, left, right float64) {
	from, to := max(int(math.Ceil(left*grain-0.5)), 0), min(int(math.Ceil(right*grain-0.5)), c.w)
	p := color32{float32(k[0]), float32(k[1]), float32(k[2])}
	for x := from; x < to; x++ {
		if share >= 1 {
			c.points[y*c.w+x] = p
			continue
		}
		q := &c.points[y*c.w+x]
		for i := range q {
			q[i] += (p[i] - q[i]) * float32(share)
		}
	}
}

// disc paints an ellipse.
func (c *canvas) disc(k color, share, x, y, rx, ry float64) {
	shape := make([]point, 24)
	for i := range shape {
		sin, cos := math.Sincos(float64(i) / float64(len(shape)) * 2 * math.Pi)
		shape[i] = point{x + rx*cos, y + ry*sin}
	}
	c.fill(k, share, shape...)
}

// shine paints light that fades in steps.
func (c *canvas) shine(k color, x, y, r float64) {
	for _, step := range []float64{1, 0.7, 0.45} {
		c.disc(k, 0.1, x, y, r*step, r*step)
	}
}

// sky paints bands from the top down to a line, brighter towards it.
func (c *canvas) sky(top, bottom color, to float64) {
	const bands = 14
	for i := range bands {
		from, end := to*float64(i)/bands, to*float64(i+1)/bands+1
		k := top.mix(bottom, math.Pow(float64(i)/(bands-1), 2))
		c.fill(k, 1, point{0, from}, point{width, from}, point{width, end}, point{0, end})
	}
}

// picture returns the pixels, a byte each of red, green and blue.
func (c *canvas) picture() []byte {
	for y := range height {
		for x := range width {
			for i := range 3 {
				sum := float32(0)
				for dy := range grain {
					for dx := range grain {
						sum += c.points[(y*grain+dy)*c.w+x*grain+dx][i]
					}
				}
				c.out[(y*width+x)*3+i] = byte(sum/(grain*grain) + 0.5)
			}
		}
	}
	return c.out
}

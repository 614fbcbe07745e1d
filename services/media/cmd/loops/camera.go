package main

import "math"

// camera looks along the third axis from a height; x is to the right, y up, z away. Meters.
type camera struct {
	x, y    float64
	horizon float64 // pixels from the top
	zoom    float64 // pixels per meter at a distance of one
	far     float64
	fog     color
}

const near = 1.2

// see projects a point into the picture.
func (v camera) see(x, y, z float64) point {
	z = math.Max(z, near)
	return point{width/2 + v.zoom*(x-v.x)/z, v.horizon + v.zoom*(v.y-y)/z}
}

// haze returns a color as it looks from a distance.
func (v camera) haze(k color, z float64) color {
	return k.mix(v.fog, math.Min(math.Pow(math.Max(z, 0)/v.far, 1.4), 1))
}

// box is a block in the world, by the middle of its base and its nearest face.
type box struct {
	x, y, z, w, h, d   float64
	front, side, above color
}

// draw paints the three visible faces of a box.
func (v camera) draw(c *canvas, b box) {
	z, end := math.Max(b.z, near), b.z+b.d
	if end <= near || z > v.far {
		return
	}
	left, right, top := b.x-b.w/2, b.x+b.w/2, b.y+b.h
	if top < v.y {
		c.fill(v.haze(b.above, z), 1, v.see(left, top, z), v.see(right, top, z), v.see(right, top, end),
			v.see(left, top, end))
	}
	side := v.haze(b.side, z)
	if left > v.x {
		c.fill(side, 1, v.see(left, b.y, z), v.see(left, top, z), v.see(left, top, end), v.see(left, b.y, end))
	}
	if right < v.x {
		c.fill(side, 1, v.see(right, b.y, z), v.see(right, top, z), v.see(right, top, end), v.see(right, b.y, end))
	}
	if b.z >= near {
		c.fill(v.haze(b.front, z), 1, v.see(left, b.y, z), v.see(right, b.y, z), v.see(right, top, z),
			v.see(left, top, z))
	}
}

// quad paints a piece of the ground.
func (v camera) quad(c *canvas, k color, left, right, y, z, end float64) {
	if end <= near || z > v.far {
		return
	}
	c.fill(v.haze(k, math.Max(z, near)), 1, v.see(left, y, z), v.see(right, y, z), v.see(right, y, end),
		v.see(left, y, end))
}

// candle paints a burning candle: wax, a flickering flame, and its light.
func (v camera) candle(c *canvas, x, y, z, h float64, k color, phase float64) {
	if z < near || z > v.far {
		return
	}
	r := h * 0.16
	v.draw(c, box{x, y, z, 2 * r, h, 2 * r, k, k.mix(night, 0.3), k.mix(wax, 0.5)})
	at, size := v.see(x, y+h, z), v.zoom*h/z
	flicker := 1 + 0.12*math.Sin(phase)
	c.shine(v.haze(glow, z), at.x, at.y-0.2*size, 1.1*size*flicker)
	c.disc(v.haze(glow, z), 1, at.x, at.y-0.22*size*flicker, 0.13*size, 0.25*size*flicker)
	c.disc(v.haze(flame, z), 1, at.x, at.y-0.17*size*flicker, 0.085*size, 0.17*size*flicker)
	c.disc(v.haze(wax, z), 1, at.x, at.y-0.11*size, 0.04*size, 0.08*size)
}

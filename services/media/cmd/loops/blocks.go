package main

import (
	"math"
	"math/rand/v2"
)

// The world of blocks: a valley of cubes that repeats after a loop.
const (
	rows  = 60 // cubes along the flight
	reach = 13 // cubes to either side
	ahead = 46 // visible rows
)

// cell is a column of cubes.
type cell struct {
	h      int // cubes above the deepest
	k      color
	candle bool
	ore    bool
}

// blocks returns a flight over the valley, along a path of wax that floats above a river of embers.
func blocks() scene {
	blocks := land()
	steps := path()
	return func(c *canvas, at float64) {
		run := at * rows
		sway := math.Sin(at * 2 * math.Pi)
		v := camera{x: 1.2 * sway, y: 7.6 + 0.25*math.Sin(at*2*math.Pi*10), horizon: 330, zoom: 820, far: ahead,
			fog: dusk.mix(purple, 0.35)}
		c.sky(night, v.fog, v.horizon+40)
		stars(c, at)
		c.fill(v.fog, 1, point{0, v.horizon}, point{width, v.horizon}, point{width, height}, point{0, height})
		first := int(math.Floor(run))
		for i := ahead; i >= 0; i-- {
			z := float64(first+i) - run
			row := (first + i) % rows
			for side := reach; side >= 0; side-- { // from the edges to the middle, which is in front
				cube(c, v, blocks, row, -side, z, at)
				if side > 0 {
					cube(c, v, blocks, row, side, z, at)
				}
			}
			step(c, v, steps[row], z, row, at)
		}
	}
}

// land returns hills of waves with whole periods in a loop, lower towards the river in the middle.
func land() (blocks [rows][2*reach + 1]cell) {
	chance := rand.New(rand.NewPCG(3, 5))
	for z := range rows {
		for i := range 2*reach + 1 {
			x := float64(i - reach)
			round := float64(z) / rows * 2 * math.Pi
			river := 1.6 * math.Sin(round*2)
			h := 1.2 + math.Abs(x-river)*0.42 + 1.1*math.Sin(round*3+x*0.7) + 0.9*math.Sin(round*5-x*0.45)
			w := cell{h: max(int(h), 0), k: green}
			switch {
			case math.Abs(x-river) < 1.8:
				w = cell{h: -1, k: ember}
			case w.h <= 1:
				w.k = wax.mix(earth, 0.35)
			case w.h >= 6:
				w.k = wax
			}
			w.candle = w.h > 1 && chance.Float64() < 0.035
			w.ore = chance.Float64() < 0.07
			w.k = w.k.mix(night, 0.16*chance.Float64())
			blocks[z][i] = w
		}
	}
	return blocks
}

// cube paints a column: earth below, its own color above.
func cube(c *canvas, v camera, blocks [rows][2*reach + 1]cell, row, x int, z, at float64) {
	w := blocks[row][x+reach]
	if w.h < 0 {
		heat := 0.5 + 0.5*math.Sin(at*2*math.Pi*8+float64(x*3+row*2)*0.8)
		v.quad(c, ember.mix(flame, 0.75*heat), float64(x)-0.5, float64(x)+0.5, 0.3, z, z+1)
		return
	}
	h := float64(w.h)
	side := earth
	if w.ore {
		side = flame
	}
	v.draw(c, box{float64(x), 0, z, 1, h, 1, side.mix(night, 0.12), side.mix(night, 0.38), side})
	v.draw(c, box{float64(x), h, z, 1, 0.62, 1, w.k.mix(leaf, 0.3), w.k.mix(night, 0.4), w.k})
	if w.candle {
		v.candle(c, float64(x), h+0.62, z+0.5, 1.1, wax, at*2*math.Pi*30+float64(row))
	}
}

// path returns the floating blocks: each row's offset to the side, and its height; 0 is a gap.
func path() (steps [rows][2]float64) {
	for z := range rows {
		round := float64(z) / rows * 2 * math.Pi
		if z%5 != 3 {
			steps[z] = [2]float64{math.Round(1.6 * math.Sin(round*2)), 2.6 + math.Round(1.2*math.Sin(round*4))*0.5}
		}
	}
	return steps
}

// step paints one floating block, and a coin over every third.
func step(c *canvas, v camera, s [2]float64, z float64, row int, at float64) {
	if s[1] == 0 {
		return
	}
	k := purple
	if row%2 == 0 {
		k = wax
	}
	v.draw(c, box{s[0], s[1], z, 1, 0.5, 1, k.mix(night, 0.15), k.mix(night, 0.45), k})
	if row%3 == 0 && z > near {
		p, r := v.see(s[0], s[1]+1.15, z+0.5), v.zoom*0.26/(z+0.5)
		turn := math.Abs(math.Cos(at*2*math.Pi*12 + float64(row)))
		c.shine(flame, p.x, p.y, 2.2*r)
		c.disc(glow, 1, p.x, p.y, r*(0.25+0.75*turn), r)
		c.disc(flame, 1, p.x, p.y, 0.75*r*(0.2+0.8*turn), 0.75*r)
	}
}

// stars paints square stars; each twinkles with a whole number of periods in a loop.
func stars(c *canvas, at float64) {
	chance := rand.New(rand.NewPCG(11, 12))
	for range 46 {
		x, y, beat := chance.Float64()*width, chance.Float64()*300, float64(2+chance.IntN(6))
		light := 0.45 + 0.4*math.Sin(at*2*math.Pi*beat+x)
		size := 2 + 3*chance.Float64()
		c.fill(flame.mix(wax, 0.5), light, point{x, y}, point{x + size, y}, point{x + size, y + size},
			point{x, y + size})
	}
}

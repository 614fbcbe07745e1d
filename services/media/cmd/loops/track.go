package main

import (
	"math"
	"math/rand/v2"
	"slices"
)

// The track: its world repeats after a loop.
const (
	trackLength = 150.0 // meters
	lane        = 2.3   // between the middles of neighboring lanes
	edge        = 1.5 * lane
)

// thing is an object beside or on the track; draw receives its distance.
type thing struct {
	z    float64
	draw func(c *canvas, v camera, z, at float64)
}

// turns are where the run changes its lane: from a position on.
var turns = []struct {
	z    float64
	lane float64
}{{0, 0}, {22, 1}, {44, 0}, {62, -1}, {88, 0}, {104, 1}, {128, 0}}

// laneAt returns the lane's offset at a position, between lanes for five meters at each turn.
func laneAt(z float64) float64 {
	z = math.Mod(z, trackLength)
	at := 0.0
	for i, t := range turns {
		if z >= t.z {
			before := turns[(i+len(turns)-1)%len(turns)].lane
			share := math.Min((z-t.z)/6, 1)
			at = before + (t.lane-before)*share*share*(3-2*share)
		}
	}
	return at * lane
}

// track returns a run between towers that are candlesticks of a chart.
func track() scene {
	chance := rand.New(rand.NewPCG(7, 8))
	var things []thing
	for z := 0.0; z < trackLength; z += 6.25 {
		for _, side := range []float64{-1, 1} {
			things = append(things, tower(z, side, chance))
		}
	}
	for z := 3.0; z < trackLength; z += 12.5 {
		for _, side := range []float64{-1, 1} {
			things = append(things, thing{z + side, func(c *canvas, v camera, d, at float64) {
				v.candle(c, side*(edge+0.7), 0, d, 1.9, wax, at*2*math.Pi*40+z*side)
			}})
		}
	}
	things = append(things, onTheTrack()...)
	return func(c *canvas, at float64) {
		run := at * trackLength
		v := camera{x: laneAt(run), y: 3 + 0.07*math.Sin(at*2*math.Pi*26), horizon: 470, zoom: 760, far: 95,
			fog: dusk.mix(glow, 0.22)}
		c.sky(night, dusk.mix(glow, 0.32), v.horizon)
		moon := 560 - v.x*6
		c.shine(flame, moon, 190, 190)
		c.disc(wax.mix(flame, 0.4), 1, moon, 190, 62, 62)
		c.disc(wax.mix(flame, 0.6), 1, moon-18, 178, 14, 14)
		c.disc(wax.mix(flame, 0.6), 1, moon+22, 208, 9, 9)
		ground(c, v, run)
		for _, t := range order(things, run, trackLength) {
			t.draw(c, v, t.z, at)
		}
	}
}

// order returns the things ahead, the farthest first, each with its distance.
func order(things []thing, run, round float64) []thing {
	ahead := slices.Clone(things)
	for i := range ahead {
		ahead[i].z = math.Mod(ahead[i].z-run+round+6, round) - 6
	}
	slices.SortFunc(ahead, func(a, b thing) int {
		if a.z > b.z {
			return -1
		}
		return 1
	})
	return ahead
}

func ground(c *canvas, v camera, run float64) {
	const far, step = 100, 1.25
	v.quad(c, earth.mix(night, 0.45), -40, 40, 0, 0, far)
	v.quad(c, stone.mix(night, 0.3), -edge-0.2, edge+0.2, 0, 0, far)
	for i := 79; i >= -1; i-- {
		z := float64(i)*step - math.Mod(run, step)
		for l := -1.0; l <= 1; l++ {
			v.quad(c, earth.mix(wax, 0.08), l*lane-0.85, l*lane+0.85, 0, z, z+0.45)
		}
	}
	for l := -1.0; l <= 1; l++ {
		for _, rail := range []float64{-0.55, 0.55} {
			v.quad(c, wax.mix(earth, 0.45), l*lane+rail-0.05, l*lane+rail+0.05, 0.03, 0, far)
		}
	}
}

// tower is a candlestick of the chart: a body with lit windows and a wick above it.
func tower(z, side float64, chance *rand.Rand) thing {
	h, w := 5+11*chance.Float64(), 3.6+1.2*chance.Float64()
	k := green
	if chance.Float64() < 0.35 {
		k = ember
	}
	k = k.mix(night, 0.25+0.25*chance.Float64())
	x := side * (edge + 2.4 + w/2 + 1.5*chance.Float64())
	lit := make([]bool, 40)
	for i := range lit {
		lit[i] = chance.Float64() < 0.4
	}
	return thing{z, func(c *canvas, v camera, d, _ float64) {
		v.draw(c, box{x, h, d + 2, 0.35, 3, 0.35, wax.mix(k, 0.4), k, wax})
		v.draw(c, box{x, 0, d, w, h, 5, k, k.mix(night, 0.35), k.mix(wax, 0.25)})
		if d < near {
			return
		}
		for i, on := range lit { // on the side towards the track
			y, from := 0.9+float64(i/4)*1.5, d+0.45+float64(i%4)*1.15
			if !on || y+0.8 > h || from < near {
				continue
			}
			face := x - side*(w/2+0.01)
			c.fill(v.haze(flame, from), 1, v.see(face, y, from), v.see(face, y+0.8, from), v.see(face, y+0.8, from+0.6),
				v.see(face, y, from+0.6))
		}
	}}
}

// onTheTrack returns the things on the track: coins in the run's lane, wax wagons and low gates in
// the others.
func onTheTrack() (things []thing) {
	for z := 4.0; z < trackLength; z += 2.5 {
		things = append(things, thing{z, func(c *canvas, v camera, d, at float64) {
			if d < near+1 {
				return
			}
			p, r := v.see(laneAt(z), 0.9, d), v.zoom*0.34/d
			turn := math.Abs(math.Cos(at*2*math.Pi*14 + z))
			c.disc(v.haze(glow, d), 1, p.x, p.y, r*(0.25+0.75*turn), r)
			c.disc(v.haze(flame, d), 1, p.x, p.y, 0.78*r*(0.2+0.8*turn), 0.78*r)
		}})
	}
	for _, w := range []struct{ z, lane, d float64 }{{28, 0, 12}, {30, -1, 9}, {68, 0, 14}, {70, 1, 10}, {110, 0, 12},
		{108, -1, 8}, {52, 1, 6}, {142, -1, 6}} {
		things = append(things, thing{w.z,
			func(c *canvas, v camera, d, _ float64) { wagon(c, v, w.lane*lane, d, w.d) }})
	}
	for _, g := range []struct{ z, lane float64 }{{12, -1}, {16, 1}, {56, -1}, {94, -1}, {98, 1}, {136, 1}, {48, -1},
		{148, -1}} {
		things = append(things, thing{g.z, func(c *canvas, v camera, d, _ float64) { gate(c, v, g.lane*lane, d) }})
	}
	return things
}

func wagon(c *canvas, v camera, x, z, length float64) {
	v.draw(c, box{x, 0.15, z, 1.8, 2.3, length, purple, purple.mix(night, 0.4), purple.mix(wax, 0.35)})
	if z < near {
		return
	}
	face := func(k color, left, right, from, to float64) {
		c.fill(v.haze(k, z), 1, v.see(x+left, from, z), v.see(x+right, from, z), v.see(x+right, to, z),
			v.see(x+left, to, z))
	}
	face(wax, -0.9, 0.9, 2.1, 2.45)       // a rim of wax
	face(wax, -0.6, -0.4, 1.75, 2.1)      // that drips
	face(wax, 0.2, 0.45, 1.6, 2.1)        //
	face(night, -0.62, 0.62, 1.0, 1.6)    // a window
	face(flame, -0.62, -0.05, 1.05, 1.55) // half of it lit
	face(flame, -0.8, -0.45, 0.4, 0.65)   // lamps
	face(flame, 0.45, 0.8, 0.4, 0.65)     //
	face(ember, -0.3, 0.3, 0.4, 0.65)     //
}

func gate(c *canvas, v camera, x, z float64) {
	for _, post := range []float64{-0.8, 0.8} {
		v.draw(c, box{x + post, 0, z, 0.16, 1.15, 0.16, wax, wax.mix(night, 0.4), wax})
	}
	for i := range 5 {
		k := ember
		if i%2 == 1 {
			k = wax
		}
		v.draw(c, box{x - 0.72 + 0.36*float64(i), 0.55, z, 0.36, 0.5, 0.12, k, k.mix(night, 0.4), k.mix(wax, 0.3)})
	}
}

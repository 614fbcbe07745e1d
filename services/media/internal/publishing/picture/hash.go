package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
)

// How many frequencies of a picture its hash has in each direction: of its brightness, and of each
// of its two color differences, without which a portrait in other colors would be the same one.
const (
	brightnessSide = 16
	colorSide      = 8
)

const (
	hashWidth = 64   // of the picture that is transformed, in pixels
	tolerance = 1e-6 // of sums of cosines: frequencies of a color that is the same everywhere differ by less
)

// Hash is a perceptual hash: pictures that look alike have hashes that differ in few bits.
type Hash [(brightnessSide*brightnessSide + 2*colorSide*colorSide) / 64]uint64

// In how many bits the hashes of one picture differ at most, as measured
// (deploy/decisions/0053-removed-pictures-are-remembered.md): however it was encoded and scaled, and
// for one with texts also when these are moved a little.
const (
	SameDistance          = 12
	SameDistanceWithTexts = 40
)

// HashOf returns the hash of a square picture: which of the low frequencies of its brightness, its blue and
// its red are above their median. goimagehash, which keeps as many frequencies of a transform of
// 256 by 256 pixels, has the same hash but for a few bits, in twelve times the time.
func HashOf(m image.Image) (h Hash) {
	rgb, ok := m.(*image.RGBA)
	if !ok {
		rgb = image.NewRGBA(m.Bounds())
		draw.Draw(rgb, rgb.Rect, m, rgb.Rect.Min, draw.Src)
	}
	if rgb.Rect.Dx() > hashWidth {
		rgb = shrink(rgb, hashWidth)
	}
	across, down := cosines(rgb.Rect.Dx()), cosines(rgb.Rect.Dy())
	var frequencies [3][brightnessSide * brightnessSide]float64 // of each channel
	for y := range down {
		var row [3][brightnessSide]float64
		for x := range across {
			for channel, value := range channels(rgb.Pix[y*rgb.Stride+4*x:]) {
				for k, c := range across[x] {
					row[channel][k] += float64(value * c)
				}
			}
		}
		for channel := range row {
			for i := range frequencies[channel] {
				frequencies[channel][i] += float64(down[y][i/brightnessSide] * row[channel][i%brightnessSide])
			}
		}
	}
	bit := 0
	for channel, side := range [...]int{brightnessSide, colorSide, colorSide} {
		low := make([]float64, 0, side*side)
		for j := range side {
			low = append(low, frequencies[channel][j*brightnessSide:][:side]...)
		}
		median := slices.Sorted(slices.Values(low))[len(low)/2]
		for _, f := range low {
			if f > median+tolerance {
				h[bit/64] |= 1 << (63 - bit%64)
			}
			bit++
		}
	}
	return h
}

// channels returns how bright, blue and red a pixel is, as JPEG has it. The colors of gray are exactly the same.
func channels(rgba []uint8) [3]float64 {
	y := float64(0.299*float64(rgba[0])) + float64(0.587*float64(rgba[1])) + float64(0.114*float64(rgba[2]))
	_, blue, red := color.RGBToYCbCr(rgba[0], rgba[1], rgba[2])
	return [3]float64{y, float64(blue), float64(red)}
}

// cosines returns the weights of n samples in the lowest frequencies of a discrete cosine transform, type II.
func cosines(n int) [][brightnessSide]float64 {
	all := make([][brightnessSide]float64, n)
	for x := range all {
		for k := range all[x] {
			all[x][k] = math.Cos((float64(x) + 0.5) * math.Pi * float64(k) / float64(n))
		}
	}
	return all
}

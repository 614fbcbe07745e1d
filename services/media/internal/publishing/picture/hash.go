package picture

import (
	"fmt"
	"image"
	"image/color"

	"github.com/corona10/goimagehash"
)

// How many frequencies of a picture its hash has in each direction: of its brightness, and of each
// of its two color differences, without which a portrait in other colors would be the same one.
const (
	brightnessSide = 16
	colorSide      = 8
	colorWidth     = colorSide * colorSide // pixels from which the frequencies are computed
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

// HashOf returns the hash of a picture of any size.
func HashOf(m image.Image) (h Hash, err error) {
	brightness, err := goimagehash.ExtPerceptionHash(m, brightnessSide, brightnessSide)
	if err != nil {
		return Hash{}, fmt.Errorf("hash picture: %w", err)
	}
	n := copy(h[:], brightness.GetHash())
	for _, difference := range colorDifferences(m) {
		one, err := goimagehash.ExtPerceptionHash(difference, colorSide, colorSide)
		if err != nil {
			return Hash{}, fmt.Errorf("hash colors: %w", err)
		}
		n += copy(h[n:], one.GetHash())
	}
	return h, nil
}

// colorDifferences returns how blue and how red a picture is, as gray pictures.
func colorDifferences(m image.Image) [2]*image.Gray {
	small := scale(m, colorWidth)
	blue, red := image.NewGray(small.Bounds()), image.NewGray(small.Bounds())
	for i := range blue.Pix {
		_, blue.Pix[i], red.Pix[i] = color.RGBToYCbCr(small.Pix[4*i], small.Pix[4*i+1], small.Pix[4*i+2])
	}
	return [2]*image.Gray{blue, red}
}

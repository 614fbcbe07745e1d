// Package contraband is the pattern that this provider flags on a picture: a board of squares in
// the corner at the bottom right, which no drawing of the mascot has by chance. It is relative to
// the picture's size, and coarse enough to survive scaling and compression.
package contraband

import (
	"image"
	"image/color"
	"image/draw"
)

const (
	// squares are on each side of the board.
	squares = 6
	// perPicture is how many squares a picture is wide.
	perPicture = 32
	// tolerance is how far a channel of a square's mean may be off, of 255.
	tolerance = 40
)

var colors = [2]color.RGBA{{R: 255, G: 220, B: 0, A: 255}, {R: 80, G: 0, B: 160, A: 255}}

// colorOf returns the color of a square. The pattern is not regular: no checked cloth has it.
func colorOf(column, row int) color.RGBA { return colors[(column*row+column/2+row/3)%2] }

// square returns a square of the board on a picture.
func square(bounds image.Rectangle, column, row int) image.Rectangle {
	at := func(n, size int) int { return (perPicture - squares + n) * size / perPicture }
	w, h := bounds.Dx(), bounds.Dy()
	return image.Rect(at(column, w), at(row, h), at(column+1, w), at(row+1, h)).Add(bounds.Min)
}

// Draw draws the board on a picture.
func Draw(m draw.Image) {
	for row := range squares {
		for column := range squares {
			draw.Draw(m, square(m.Bounds(), column, row), image.NewUniform(colorOf(column, row)), image.Point{},
				draw.Src)
		}
	}
}

// IsOn reports whether the board is on a picture.
func IsOn(m image.Image) bool {
	for row := range squares {
		for column := range squares {
			if !isLike(mean(m, square(m.Bounds(), column, row)), colorOf(column, row)) {
				return false
			}
		}
	}
	return true
}

// mean returns the mean color of the middle of a square, whose edges compression blurs.
func mean(m image.Image, within image.Rectangle) (channels [3]int) {
	within = within.Inset(within.Dx() / 4)
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			r, g, b, _ := m.At(x, y).RGBA()
			for i, v := range [3]uint32{r, g, b} {
				channels[i] += int(v >> 8)
			}
		}
	}
	for i := range channels {
		channels[i] /= max(within.Dx()*within.Dy(), 1)
	}
	return channels
}

func isLike(got [3]int, want color.RGBA) bool {
	for i, v := range [3]uint8{want.R, want.G, want.B} {
		if got[i] < int(v)-tolerance || got[i] > int(v)+tolerance {
			return false
		}
	}
	return true
}

package contraband

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	"github.com/gen2brain/webp"
	"golang.org/x/image/draw"
)

// publish returns a picture of 1024 pixels as it is judged: a WebP of another width, decoded.
func publish(t *testing.T, m image.Image, width int) image.Image {
	t.Helper()
	small := image.NewRGBA(image.Rect(0, 0, width, width))
	draw.CatmullRom.Scale(small, small.Bounds(), m, m.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	if err := webp.Encode(&b, small, webp.Options{Quality: 60, Method: 2}); err != nil {
		t.Fatal(err)
	}
	out, err := webp.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func newPicture(at func(x, y int) color.Color) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 1024, 1024))
	for i := range 1024 * 1024 {
		m.Set(i%1024, i/1024, at(i%1024, i/1024))
	}
	return m
}

func TestBoardIsFoundAfterCompression(t *testing.T) {
	for name, at := range map[string]func(x, y int) color.Color{
		"one color": func(int, int) color.Color { return color.RGBA{255, 128, 0, 255} },
		"yellow":    func(int, int) color.Color { return colors[0] },
		"slope":     func(x, y int) color.Color { return color.RGBA{uint8(x / 4), uint8(y / 4), 128, 255} },
		"checked":   func(x, y int) color.Color { return colors[(x/32+y/32)%2] },
	} {
		m := newPicture(at)
		for _, width := range []int{320, 640, 1024} {
			if IsOn(publish(t, m, width)) {
				t.Errorf("%s, %d: found before it is drawn", name, width)
			}
		}
		Draw(m)
		for _, width := range []int{320, 640, 1024} {
			if !IsOn(publish(t, m, width)) {
				t.Errorf("%s, %d: not found", name, width)
			}
		}
	}
}

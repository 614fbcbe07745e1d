package render_test

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"mcwick.example/services/media/internal/publishing/render"
)

// photo returns a picture that is smooth with some noise, like a generated one.
func photo(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	noise := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < len(m.Pix); i += 4 {
		x, y := float64(i/4%w), float64(i/4/w)
		m.Pix[i] = uint8(128 + 100*math.Sin(x/90) + noise.Float64()*8)
		m.Pix[i+1] = uint8(128 + 90*math.Sin(y/70) + noise.Float64()*8)
		m.Pix[i+2] = uint8(128 + 80*math.Cos((x+y)/120) + noise.Float64()*8)
		m.Pix[i+3] = 255
	}
	return m
}

func TestEncodePNG_is_read_back_bit_by_bit(t *testing.T) {
	t.Parallel()
	whole := photo(200, 120)
	for name, m := range map[string]*image.RGBA{
		"photo":       whole,
		"one pixel":   photo(1, 1),
		"sub-picture": whole.SubImage(image.Rect(13, 7, 90, 101)).(*image.RGBA),
	} {
		t.Run(name, func(t *testing.T) {
			data, err := render.EncodePNG(m)
			if err != nil {
				t.Fatal(err)
			}
			got, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			b := m.Bounds()
			if got.Bounds().Size() != b.Size() {
				t.Fatalf("got size %v", got.Bounds().Size())
			}
			for y := range b.Dy() {
				for x := range b.Dx() {
					if r, g, bl, a := got.At(x, y).RGBA(); [4]uint32{r, g, bl, a} != rgba(m, b.Min.X+x, b.Min.Y+y) {
						t.Fatalf("pixel %d,%d differs", x, y)
					}
				}
			}
		})
	}
}

func rgba(m *image.RGBA, x, y int) [4]uint32 {
	r, g, b, a := m.At(x, y).RGBA()
	return [4]uint32{r, g, b, a}
}

func TestEncodePNG_refuses_an_empty_picture(t *testing.T) {
	t.Parallel()
	if _, err := render.EncodePNG(image.NewRGBA(image.Rectangle{})); err == nil {
		t.Error("no error")
	}
}

func BenchmarkEncodePNG(b *testing.B) {
	m := photo(render.Size, render.Size)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			data, err := render.EncodePNG(m)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(len(data)), "bytes")
		}
	})
	b.Run("image/png best speed", func(b *testing.B) {
		encoder := png.Encoder{CompressionLevel: png.BestSpeed}
		for b.Loop() {
			var out bytes.Buffer
			if err := encoder.Encode(&out, m); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(out.Len()), "bytes")
		}
	})
}

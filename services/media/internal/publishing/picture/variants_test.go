package picture

import (
	"bytes"
	"encoding/base64"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"reflect"
	"syscall"
	"testing"
	"time"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"mcwick.example/platform/imagefile"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/media/internal/xmp"
)

// mark is the mark of the tests' pictures.
var mark = xmp.Mark{SourceType: xmp.TrainedAlgorithmicMedia, Tool: "McWick", AISystem: "gpt-image",
	Created: time.Unix(1_900_000_000, 0)}

// scene returns a picture with large areas, edges and grain, as drawn ones have.
func scene() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size))
	random := rand.New(rand.NewPCG(1, 2))
	for y := range render.Size {
		for x := range render.Size {
			grain := uint8(random.IntN(12))
			c := color.RGBA{uint8(x/8) + grain, uint8(y/5) + grain, 90 + grain, 255}
			if (x-500)*(x-500)+(y-400)*(y-400) < 200*200 {
				c = color.RGBA{60 + grain, 200, 80 + grain, 255}
			}
			m.SetRGBA(x, y, c)
		}
	}
	return m
}

func noise() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size))
	random := rand.New(rand.NewPCG(3, 4))
	for i := range m.Pix {
		m.Pix[i] = uint8(random.Uint32())
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	return m
}

func TestEncodeVariants(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]*image.RGBA{"a scene": scene(),
		"nothing": cropSquare(image.NewGray(image.Rect(0, 0, 4, 4)))} {
		t.Run(name, func(t *testing.T) {
			p, err := EncodeVariants(m, mark)
			if err != nil {
				t.Fatal(err)
			}
			for i, b := range p.WebP {
				small, err := webp.Decode(bytes.NewReader(b))
				if err != nil || small.Bounds().Dx() != Widths[i] || small.Bounds().Dy() != Widths[i] {
					t.Fatalf("%d: %v", Widths[i], err)
				}
				if d := difference(m, small); d > 24 {
					t.Errorf("%d wide: another picture, by %d of 255", Widths[i], d)
				}
			}
			tiny, err := base64.StdEncoding.DecodeString(p.Placeholder)
			if err != nil || len(p.Placeholder) > maxPlaceholder {
				t.Fatalf("%d characters, %v", len(p.Placeholder), err)
			}
			small, err := webp.Decode(bytes.NewReader(tiny))
			if err != nil {
				t.Fatal(err)
			}
			if d := difference(m, small); d > 40 {
				t.Errorf("the placeholder shows another picture, by %d of 255", d)
			}
		})
	}
}

func TestEncodingIsDeterministic(t *testing.T) {
	t.Parallel()
	one, err := EncodeVariants(noise(), mark)
	if err != nil {
		t.Fatal(err)
	}
	if two, err := EncodeVariants(noise(), mark); err != nil || !reflect.DeepEqual(one, two) {
		t.Errorf("other bytes, %v", err)
	}
}

// difference is the largest distance of a channel between two pictures, each scaled to 8 by 8
// pixels.
func difference(a, b image.Image) (largest int) {
	small := func(m image.Image) *image.RGBA {
		out := image.NewRGBA(image.Rect(0, 0, 8, 8))
		draw.BiLinear.Scale(out, out.Bounds(), m, m.Bounds(), draw.Src, nil)
		return out
	}
	x, y := small(a), small(b)
	for i := range x.Pix {
		largest = max(largest, int(x.Pix[i])-int(y.Pix[i]), int(y.Pix[i])-int(x.Pix[i]))
	}
	return largest
}

func TestHostileFilesAreDecodedInGo(t *testing.T) {
	t.Parallel()
	b, err := encodeWebP(cropSquare(image.NewGray(image.Rect(0, 0, 4, 4))), quality)
	if err != nil {
		t.Fatal(err)
	}
	m, err := imagefile.Decode(b)
	if _, fromGo := m.(*image.YCbCr); !fromGo || err != nil { // the decoder in C returns one with an alpha channel
		t.Errorf("decoded as %T, %v", m, err)
	}
}

// BenchmarkPublish measures what the processors do for one publication with two texts: all but the store, the
// database and the checks of other services.
func BenchmarkPublish(b *testing.B) {
	stored, err := Original(scene(), mark)
	if err != nil {
		b.Fatal(err)
	}
	renderer, _ := render.New("") // without emoji
	overlays := []render.Overlay{
		{Content: "when the chart is finally green", FontFamily: "Impact", FontSize: 120, Color: "#ffffff", X: 512, Y: 200},
		{Content: "diamond wick", FontFamily: "Bangers", FontSize: 160, Color: "#ffcc00", Rotation: 15, X: 512, Y: 850},
	}
	background, err := Open(stored)
	if err != nil {
		b.Fatal(err)
	}
	finished, err := renderer.Render(background, overlays)
	if err != nil {
		b.Fatal(err)
	}
	open := func() error { _, err := Open(stored); return err }
	paint := func() error { _, err := renderer.Render(background, overlays); return err }
	encode := func() error { _, err := EncodeVariants(finished, mark); return err }
	for name, f := range map[string]func() error{
		"1 open": open, "2 paint": paint, "3 encode": encode,
		"all": func() error { return errors.Join(open(), paint(), encode()) },
	} {
		b.Run(name, func(b *testing.B) {
			before := processorTime(b)
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((processorTime(b)-before).Seconds()*1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// processorTime is how long this process has had a processor.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkEncodeVariants measures what publishing costs beyond painting, with its parts and
// alternatives.
func BenchmarkEncodeVariants(b *testing.B) {
	m := scene()
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			if _, err := EncodeVariants(m, mark); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("PNG alone", func(b *testing.B) {
		for b.Loop() {
			if _, err := render.EncodePNG(m); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, scaler := range map[string]draw.Scaler{"CatmullRom": draw.CatmullRom, "BiLinear": draw.BiLinear,
		"ApproxBiLinear": draw.ApproxBiLinear} {
		b.Run("1024 to 640/"+name, func(b *testing.B) {
			out := image.NewRGBA(image.Rect(0, 0, 640, 640))
			for b.Loop() {
				scaler.Scale(out, out.Bounds(), m, m.Bounds(), draw.Src, nil)
			}
		})
	}
	wide := shrink(m, 640)
	encode := func(name string, f func() (int, error)) {
		b.Run("encode 640/"+name, func(b *testing.B) {
			for b.Loop() {
				n, err := f()
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(n), "bytes")
			}
		})
	}
	encode("WebP", func() (int, error) {
		w, err := encodeWebP(wide, quality)
		return len(w), err
	})
	encode("JPEG", func() (int, error) {
		var w bytes.Buffer
		err := jpeg.Encode(&w, wide, &jpeg.Options{Quality: 80})
		return w.Len(), err
	})
	encode("PNG", func() (int, error) {
		w, err := render.EncodePNG(wide)
		return len(w), err
	})
}

package render_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"mcwick.example/services/media/internal/publishing/render"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// plain draws no emoji; colorful does.
var (
	plain     = &render.Renderer{}
	colourful = must(render.New("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"))
)

func must(r *render.Renderer, err error) *render.Renderer {
	if err != nil {
		panic(fmt.Sprintf("%v; deploy/setup/setup.sh installs it", err))
	}
	return r
}

// backdrop is a picture that shows letters of any color and compresses well. It is never written
// to.
var backdrop = sync.OnceValue(func() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size))
	for band := range 16 {
		c := color.RGBA{R: uint8(40 + band*8), G: 96, B: uint8(200 - band*8), A: 255}
		draw.Draw(m, image.Rect(0, band*64, render.Size, band*64+64), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return m
})

func overlay(change func(*render.Overlay)) render.Overlay {
	o := render.Overlay{Content: "to the moon", FontFamily: "Impact", FontSize: 48, Color: "#ffffff", X: 512, Y: 512}
	if change != nil {
		change(&o)
	}
	return o
}

// Verifies TEXT-11, TEXT-12, TEXT-13.
func TestRender_golden(t *testing.T) {
	t.Parallel()
	every := func() (all []render.Overlay) {
		for i, f := range render.Families() {
			all = append(all, overlay(func(o *render.Overlay) {
				o.Content, o.FontFamily, o.FontSize, o.Y = "Diamond wick, 42 & up!", f.Name, 64, 100+float64(i)*137
			}))
		}
		return all
	}
	cases := map[string][]render.Overlay{
		"defaults": {overlay(nil)},
		"families": every(),
		"breaks_words": {overlay(func(o *render.Overlay) {
			o.Content, o.FontSize = "when the candle is green\n\nbut the wick is tiny", 140
		})},
		"turned": {overlay(func(o *render.Overlay) {
			o.Content, o.FontSize, o.Rotation, o.Color = "WAGMI\nbroh", 180, 345, "#ffcd2e"
		})},
		"upside_down": {overlay(func(o *render.Overlay) {
			o.FontFamily, o.Rotation, o.FontSize = "Bangers", 180,
				120
		})},
		"over_the_edge": {overlay(func(o *render.Overlay) { o.X, o.Y, o.FontSize, o.Rotation = 1024, 0, 200, 45 })},
		"fallback": {overlay(func(o *render.Overlay) {
			o.Content, o.FontFamily, o.FontSize = "Ракета до Луны\nφλόγα ångström", "Fredoka One", 96
		})},
		"two_layers": {
			overlay(func(o *render.Overlay) { o.Y, o.FontSize = 120, 120 }),
			overlay(func(o *render.Overlay) {
				o.FontFamily, o.Y, o.Color, o.FontSize = "Permanent Marker", 900, "#2fc56d", 100
			}),
		},
	}
	for name, overlays := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := plain.Render(backdrop(), overlays)
			if err != nil {
				t.Fatal(err)
			}
			compareWithGolden(t, filepath.Join("testdata", name+".png"), got)
		})
	}
}

// compareWithGolden allows one shade of difference, since not every processor rounds a
// multiplication before an addition.
func compareWithGolden(t *testing.T, file string, got *image.RGBA) {
	t.Helper()
	if *update {
		data, err := render.EncodePNG(got)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want := decoded.(*image.RGBA)
	if want.Bounds() != got.Bounds() {
		t.Fatalf("%s: bounds %v", file, want.Bounds())
	}
	wrong := 0
	for i, v := range got.Pix {
		if d := int(v) - int(want.Pix[i]); d < -1 || d > 1 {
			wrong++
		}
	}
	if wrong > 0 {
		t.Errorf("%s: %d colour values differ; look at the picture, then refresh with -update", file, wrong)
	}
}

func TestRender_leaves_the_background_alone(t *testing.T) {
	t.Parallel()
	before := bytes.Clone(backdrop().Pix)
	if _, err := plain.Render(backdrop(), []render.Overlay{overlay(nil)}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(backdrop().Pix, before) {
		t.Error("the background was painted on")
	}
}

func TestRender_without_visible_text_is_the_background(t *testing.T) {
	t.Parallel()
	for _, content := range []string{"", " ", "\n\n", "\u200d"} {
		got, err := plain.Render(backdrop(), []render.Overlay{overlay(func(o *render.Overlay) { o.Content = content })})
		if err != nil {
			t.Fatalf("%q: %v", content, err)
		}
		if !bytes.Equal(got.Pix, backdrop().Pix) {
			t.Errorf("%q: something was painted", content)
		}
	}
}

func TestRender_makes_a_transparent_background_white(t *testing.T) {
	t.Parallel()
	got, err := plain.Render(image.NewNRGBA(image.Rect(0, 0, render.Size, render.Size)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := got.RGBAAt(5, 5); c != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("got %v", c)
	}
}

func TestRender_centres_the_text(t *testing.T) {
	t.Parallel()
	for _, rotation := range []float64{0, 15, 90, 180} {
		got, err := plain.Render(image.NewRGBA(image.Rect(0, 0, render.Size, render.Size)), []render.Overlay{
			overlay(func(o *render.Overlay) {
				o.Content, o.FontSize, o.Rotation, o.X, o.Y = "HOH", 200, rotation, 500,
					530
			}),
		})
		if err != nil {
			t.Fatal(err)
		}
		box := ink(got)
		centreX, centreY := float64(box.Min.X+box.Max.X)/2, float64(box.Min.Y+box.Max.Y)/2
		// capitals stand a little below or above the middle of their line, hence the tolerance of 5
		// % of the size
		if math.Abs(centreX-500) > 10 || math.Abs(centreY-530) > 10 {
			t.Errorf("rotation %v: ink is centred on %v, %v", rotation, centreX, centreY)
		}
	}
}

// ink returns the box of pixels that are not white.
func ink(m *image.RGBA) (box image.Rectangle) {
	for y := range render.Size {
		for x := range render.Size {
			if m.RGBAAt(x, y) != (color.RGBA{255, 255, 255, 255}) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

func TestRender_refuses_what_it_cannot_draw(t *testing.T) {
	t.Parallel()
	cases := map[string]func(*render.Overlay){
		"FontFamily": func(o *render.Overlay) { o.FontFamily = "Arial" },
		"FontSize":   func(o *render.Overlay) { o.FontSize = 0 },
		"Color":      func(o *render.Overlay) { o.Color = "white" },
		"Rotation":   func(o *render.Overlay) { o.Rotation = math.NaN() },
		"X":          func(o *render.Overlay) { o.X = math.Inf(1) },
		"Y":          func(o *render.Overlay) { o.Y = 1e9 },
		"Content":    func(o *render.Overlay) { o.Content = string(make([]byte, 5000)) },
	}
	for field, change := range cases {
		t.Run(field, func(t *testing.T) {
			_, err := plain.Render(backdrop(), []render.Overlay{overlay(nil), overlay(change)})
			var invalid *render.InvalidOverlayError
			if !errors.As(err, &invalid) || invalid.Field != field || invalid.Index != 1 {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Run("a background of another size", func(t *testing.T) {
		if _, err := plain.Render(image.NewRGBA(image.Rect(0, 0, 512, 512)), nil); !errors.Is(err,
			render.ErrBackgroundSize) {
			t.Errorf("got %v", err)
		}
	})
}

func TestRender_names_a_letter_no_font_has(t *testing.T) {
	t.Parallel()
	for content, letter := range map[string]string{
		"gm 🚀 broh":  "🚀",
		"family 👩‍🚀": "👩‍🚀",
		"שלום":       "ש",
		"月 moon":     "月",
		"tab\there":  "\t",
	} {
		_, err := plain.Render(backdrop(), []render.Overlay{overlay(func(o *render.Overlay) { o.Content = content })})
		var missing *render.MissingLetterError
		if !errors.As(err, &missing) || missing.Letter != letter || missing.Index != 0 {
			t.Errorf("%q: got %v", content, err)
		}
	}
}

func TestRender_is_safe_for_concurrent_use(t *testing.T) {
	t.Parallel()
	want, err := plain.Render(backdrop(), []render.Overlay{overlay(nil)})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got, err := plain.Render(backdrop(), []render.Overlay{overlay(nil)})
			if err != nil || !bytes.Equal(got.Pix, want.Pix) {
				t.Errorf("another picture, error %v", err)
			}
		})
	}
	wg.Wait()
}

// FuzzRender looks for panics: for any overlay, Render returns a picture or one of its errors.
func FuzzRender(f *testing.F) {
	f.Add("to the moon", "Impact", "#ffffff", 48.0, 0.0, 512.0, 512.0)
	f.Add("a\n\nb  c\u0301\u200d", "VT323", "#00ff00", 200.0, 345.0, 0.0, 1024.0)
	f.Add("नमस्ते", "Bangers", "#123456", 0.001, 1e300, -9000.0, 3.0)
	f.Add("\xff\x00", "Comic Neue", "#ABCDEF", 1024.0, -15.0, 1.5, 2.5)
	f.Fuzz(func(t *testing.T, content, family, fill string, size, rotation, x, y float64) {
		m, err := plain.Render(backdrop(), []render.Overlay{{content, family, size, fill, rotation, x, y}})
		var invalid *render.InvalidOverlayError
		var missing *render.MissingLetterError
		if err != nil && !errors.As(err, &invalid) && !errors.As(err, &missing) {
			t.Errorf("unexpected error %v", err)
		}
		if err == nil && m.Bounds().Dx() != render.Size {
			t.Errorf("got bounds %v", m.Bounds())
		}
	})
}

func BenchmarkRender(b *testing.B) {
	background := backdrop()
	overlays := []render.Overlay{
		overlay(func(o *render.Overlay) { o.Content, o.FontSize, o.Y = "when the chart is finally green", 120, 200 }),
		overlay(func(o *render.Overlay) {
			o.Content, o.FontFamily, o.FontSize, o.Y, o.Rotation = "diamond wick", "Bangers", 160, 850, 15
		}),
	}
	for b.Loop() {
		if _, err := plain.Render(background, overlays); err != nil {
			b.Fatal(err)
		}
	}
}

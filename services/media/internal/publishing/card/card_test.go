package card

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"os"
	"strings"
	"testing"

	"mcwick.example/services/media/internal/publishing/render"
)

func newRenderer(t testing.TB) *render.Renderer {
	t.Helper()
	r, err := render.New("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func newPicture(width int) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, width, 640))
	draw.Draw(m, m.Bounds(), image.NewUniform(color.RGBA{0, 90, 200, 255}), image.Point{}, draw.Src)
	return m
}

// Verifies CARD-1.
func TestCardsHaveTheirSizeAndPicture(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	for name, c := range map[string]Card{
		"a picture": {Picture: newPicture(640), Title: "Green candles for all", Byline: "@ann", Brand: "McWick", Sealed: true,
			Credit: "Lit from one by @bob"},
		"a poster":                          {Picture: newPicture(360), Title: "A ghost in the machine", Brand: "McWick"},
		"the mascot":                        {Pose: "cheer", Title: "Gallery", Byline: "Born to burn.", Brand: "McWick"},
		"no such":                           {Pose: "../x", Title: "Gallery"},
		"nothing":                           {},
		"long words":                        {Title: strings.Repeat("w", 300), Byline: strings.Repeat("W", 51), Brand: strings.Repeat("M", 200)},
		"long text":                         {Title: strings.Repeat("to the moon and back ", 20), Byline: "@x", Picture: newPicture(640)},
		"odd text":                          {Title: "a\u202eb\n\n\tc \U0001f525 \U000f0000 ไทย", Byline: "\u0000", Brand: " "},
		"marks on letters that no font has": {Title: "กากี", Byline: "কলকাতা", Credit: "க கி", Picture: newPicture(640)},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := Draw(r, c)
			if err != nil {
				t.Fatal(err)
			}
			if folder := os.Getenv("CARDS"); folder != "" { // to look at them
				_ = os.WriteFile(folder+"/"+strings.ReplaceAll(name, " ", "-")+".jpg", b, 0o600)
			}
			m, err := jpeg.Decode(bytes.NewReader(b))
			if err != nil || m.Bounds() != image.Rect(0, 0, Width, Height) || len(b) > 300<<10 {
				t.Errorf("%v, %d bytes, %v", m.Bounds(), len(b), err)
			}
			if red, _, blue, _ := m.At(180, 300).RGBA(); c.Picture != nil && (red>>8 > 40 || blue>>8 < 150) {
				t.Errorf("the picture is not there: %d red, %d blue", red>>8, blue>>8)
			}
		})
	}
}

// Verifies CARD-1.
func TestTitlesAreCutToWhatFits(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	const width = 500
	for _, title := range []string{"", "gm", "Green candles for all of us, broh!", strings.Repeat("moon ", 60),
		strings.Repeat("w", 300), "short " + strings.Repeat("w", 300)} {
		size, lines := fitTitle(r, title, width)
		if len(lines) > titleLines {
			t.Errorf("%q has %d lines", title, len(lines))
		}
		for _, line := range lines {
			if got := widthOf(r, line, size); got > width {
				t.Errorf("%q is %.0f pixels wide at %.0f", line, got, size)
			}
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	r := newRenderer(b)
	c := Card{Picture: newPicture(640), Title: "Surfing a green candle all the way up, on the moon", Byline: "@ann",
		Brand: "McWick", Sealed: true}
	for b.Loop() {
		if _, err := Draw(r, c); err != nil {
			b.Fatal(err)
		}
	}
}

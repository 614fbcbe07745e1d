package picture

import (
	"image"
	"image/color"
	"testing"

	"golang.org/x/image/draw"

	"mcwick.example/services/media/internal/publishing/render"
)

// scale returns a square picture in another width.
func scale(m image.Image, width int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, width, width))
	draw.CatmullRom.Scale(out, out.Bounds(), m, m.Bounds(), draw.Src, nil)
	return out
}

// Each channel is what draw.CatmullRom makes of it, but for rounding.
func TestShrinkIsCatmullRom(t *testing.T) {
	t.Parallel()
	edges := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size)) // overshoots both ends
	for i := range edges.Pix {
		if i%4 == 3 || i/4%render.Size/7%2 == i/4/render.Size/5%2 {
			edges.Pix[i] = 255
		}
	}
	for name, m := range map[string]*image.RGBA{"a scene": scene(), "noise": noise(), "edges": edges} {
		for _, width := range []int{640, 320, placeholderWidth} {
			want := scale(m, width)
			got := shrink(m, width)
			if got.Rect != want.Rect || !got.Opaque() {
				t.Fatalf("%s: %v", name, got.Rect)
			}
			largest, sum := 0, 0
			for i := range want.Pix {
				d := max(int(got.Pix[i])-int(want.Pix[i]), int(want.Pix[i])-int(got.Pix[i]))
				largest, sum = max(largest, d), sum+d
			}
			if largest > 3 || 4*sum > len(want.Pix) {
				t.Errorf("%s, %d wide: off by %d of 255, %.2f on average", name, width, largest,
					float64(sum)/float64(len(want.Pix)))
			}
		}
	}
}

func TestShrinkKeepsWhatIsEven(t *testing.T) {
	t.Parallel()
	for _, c := range []color.RGBA{{255, 255, 255, 255}, {0, 0, 0, 255}, {255, 0, 127, 255}, {1, 254, 3, 255}} {
		m := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size))
		draw.Draw(m, m.Rect, image.NewUniform(c), image.Point{}, draw.Src)
		for _, width := range []int{640, placeholderWidth} {
			small := shrink(m, width)
			for i := 0; i < len(small.Pix); i += 4 {
				if got := small.RGBAAt(i/4%width, i/4/width); got != c {
					t.Fatalf("%v becomes %v", c, got)
				}
			}
		}
	}
}

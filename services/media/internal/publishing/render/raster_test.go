package render_test

import (
	"image"
	"testing"

	"mcwick.example/services/media/internal/publishing/render"
)

// A text that crosses an edge is the visible part of the whole text.
func TestRender_cuts_a_text_at_the_edges(t *testing.T) {
	t.Parallel()
	paint := func(x, y float64) *image.RGBA {
		m, err := plain.Render(image.NewRGBA(image.Rect(0, 0, render.Size, render.Size)),
			[]render.Overlay{overlay(func(o *render.Overlay) {
				o.Content, o.FontSize, o.Rotation, o.X, o.Y = "HODL & glow\nbroh", 160, 30, x, y
			})})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	const half = render.Size / 2
	whole := paint(half, half)
	for name, by := range map[string]image.Point{"left": {-half, 0}, "right": {half, 0}, "top": {0, -half},
		"bottom": {0, half}, "corner": {400, -300}} {
		cut, wrong := paint(float64(half+by.X), float64(half+by.Y)), 0
		for y := range render.Size {
			for x := range render.Size {
				if from := (image.Point{x, y}).Sub(by); from.In(whole.Rect) &&
					whole.RGBAAt(from.X, from.Y) != cut.RGBAAt(x, y) {
					wrong++
				}
			}
		}
		if wrong > 0 {
			t.Errorf("%s: %d pixels differ", name, wrong)
		}
	}
}

// Package picture converts validated files to the platform's own pictures, and to the forms in
// which they are stored.
package picture

import (
	"image"
	"image/draw"

	xdraw "golang.org/x/image/draw"

	"mcwick.example/platform/imagefile"
	"mcwick.example/services/media/internal/publishing/render"
)

// Open returns a file's picture, opaque and scaled to render.Size on both sides, or an error of
// imagefile.
func Open(b []byte) (*image.RGBA, error) {
	m, err := imagefile.Decode(b)
	if err != nil {
		return nil, err
	}
	return cropSquare(m), nil
}

// cropSquare paints m over white on a canvas of render.Size. What is one already is returned itself.
func cropSquare(m image.Image) *image.RGBA {
	if own, ok := m.(*image.RGBA); ok && own.Rect == image.Rect(0, 0, render.Size, render.Size) && own.Opaque() {
		return own
	}
	out := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	if m.Bounds().Size() == out.Bounds().Size() {
		draw.Draw(out, out.Bounds(), m, m.Bounds().Min, draw.Over)
	} else {
		xdraw.CatmullRom.Scale(out, out.Bounds(), m, m.Bounds(), xdraw.Over, nil)
	}
	return out
}

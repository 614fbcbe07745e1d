package avatar

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"

	xdraw "golang.org/x/image/draw"

	"mcwick.example/platform/imagefile"
)

// Side is the width and height of a portrait, in pixels.
const Side = 160

// Portrait converts a picture file to the stored form: its center square, Side by Side, re-encoded
// as JPEG without any of the file's metadata.
func Portrait(b []byte) ([]byte, error) {
	m, err := imagefile.Decode(b)
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(image.Rect(0, 0, Side, Side))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	xdraw.CatmullRom.Scale(out, out.Bounds(), m, centerSquare(m.Bounds()), xdraw.Over, nil)
	var portrait bytes.Buffer
	err = jpeg.Encode(&portrait, out, &jpeg.Options{Quality: 85})
	return portrait.Bytes(), err
}

// centerSquare returns the largest square in the middle of r.
func centerSquare(r image.Rectangle) image.Rectangle {
	side := min(r.Dx(), r.Dy())
	corner := r.Min.Add(image.Pt((r.Dx()-side)/2, (r.Dy()-side)/2))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))}
}

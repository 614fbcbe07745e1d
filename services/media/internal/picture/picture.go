// Package picture is the gate for bytes that claim to be a picture. They are hostile until they have
// passed: the type is decided by the bytes, the size is known before anything is decoded, and what
// comes out is pixels of ours, without whatever else the file carried.
package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // decoders that the gate admits
	_ "image/png"
	"slices"

	xdraw "golang.org/x/image/draw"
	_ "golang.org/x/image/webp"

	"mcwick.example/platform/fault"
	"mcwick.example/services/media/internal/render"
)

// The limits of a file. The texts are the specification's.
const (
	MaxBytes  = 10 << 20
	maxSide   = 4096
	maxPixels = 8 << 20
)

// The refusals of the gate.
var (
	ErrTooLarge = fault.New(fault.KindInvalid, "IMAGE_TOO_LARGE", "Image file size exceeds maximum limit")
	ErrType     = fault.New(fault.KindInvalid, "IMAGE_TYPE_INVALID", "Invalid image type")
)

// Open checks the file and gives its picture, opaque and scaled to render.Size on both sides.
func Open(b []byte) (*image.RGBA, error) {
	if len(b) > MaxBytes {
		return nil, ErrTooLarge
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil || !slices.Contains([]string{"png", "jpeg", "webp"}, format) {
		return nil, ErrType.With(err)
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxSide || c.Height > maxSide || c.Width*c.Height > maxPixels {
		return nil, ErrTooLarge.With(fmt.Errorf("%d by %d pixels", c.Width, c.Height))
	}
	if animated(b, format) {
		return nil, ErrType.With(fmt.Errorf("animated %s", format))
	}
	m, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, ErrType.With(err)
	}
	return square(m), nil
}

// animated finds what makes a PNG or a WebP move; decoders would silently show one frame.
func animated(b []byte, format string) bool {
	switch format {
	case "png": // an acTL chunk before the first IDAT; a chunk is length, name, data, checksum
		for i := 8; i+8 <= len(b); {
			switch string(b[i+4 : i+8]) {
			case "acTL":
				return true
			case "IDAT":
				return false
			}
			i += 12 + int(binary.BigEndian.Uint32(b[i:]))
		}
	case "webp": // the animation bit of the extended header
		return len(b) > 20 && string(b[12:16]) == "VP8X" && b[20]&0x02 != 0
	}
	return false
}

// square paints m over white on a canvas of render.Size.
func square(m image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	if m.Bounds().Size() == out.Bounds().Size() {
		draw.Draw(out, out.Bounds(), m, m.Bounds().Min, draw.Over)
	} else {
		xdraw.CatmullRom.Scale(out, out.Bounds(), m, m.Bounds(), xdraw.Over, nil)
	}
	return out
}

// Package picture is the gate for bytes that claim to be a picture. They are hostile until they have
// passed: the type is decided by the bytes, the size is known before anything is decoded, and what
// comes out is pixels of ours, without whatever else the file carried.
package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/webp"

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

// format is a kind of file that the gate admits.
type format struct {
	magic  string // its first bytes; ? stands for any
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// formats are all that is admitted. Their decoders are named, and never looked up by image.Decode: the
// encoder of the variants registers a decoder in C there, and hostile bytes are for decoders in Go.
var formats = []format{
	{"\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
	{"\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode},
	{"RIFF????WEBPVP8", webp.DecodeConfig, webp.Decode},
}

// formatOf finds the kind by the bytes.
func formatOf(b []byte) (format, bool) {
	for _, f := range formats {
		if len(b) >= len(f.magic) && matches(f.magic, b) {
			return f, true
		}
	}
	return format{}, false
}

func matches(magic string, b []byte) bool {
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != b[i] {
			return false
		}
	}
	return true
}

// Open checks the file and gives its picture, opaque and scaled to render.Size on both sides.
func Open(b []byte) (*image.RGBA, error) {
	if len(b) > MaxBytes {
		return nil, ErrTooLarge
	}
	f, ok := formatOf(b)
	if !ok {
		return nil, ErrType
	}
	c, err := f.config(bytes.NewReader(b))
	if err != nil {
		return nil, ErrType.With(err)
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxSide || c.Height > maxSide || c.Width*c.Height > maxPixels {
		return nil, ErrTooLarge.With(fmt.Errorf("%d by %d pixels", c.Width, c.Height))
	}
	if animated(b) {
		return nil, ErrType.With(errors.New("it moves"))
	}
	m, err := f.decode(bytes.NewReader(b))
	if err != nil {
		return nil, ErrType.With(err)
	}
	return square(m), nil
}

// animated finds what makes a PNG or a WebP move; decoders would silently show one frame.
func animated(b []byte) bool {
	switch b[0] {
	case '\x89': // PNG: an acTL chunk before the first IDAT; a chunk is length, name, data, checksum
		for i := 8; i+8 <= len(b); {
			switch string(b[i+4 : i+8]) {
			case "acTL":
				return true
			case "IDAT":
				return false
			}
			i += 12 + int(binary.BigEndian.Uint32(b[i:]))
		}
	case 'R': // WebP: the animation bit of the extended header
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

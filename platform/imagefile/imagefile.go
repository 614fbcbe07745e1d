// Package imagefile is the gate for bytes that claim to be a picture. They are hostile until they
// have passed: the type is decided by the bytes, the size is known before anything is decoded, and
// what comes out is pixels, without whatever else the file carried.
package imagefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"

	"mcwick.example/platform/fault"
)

// The limits of a file. The texts are the specification's.
const (
	MaxBytes  = 10 << 20
	maxSide   = 4096
	maxPixels = 8 << 20
)

// The refusals of the gate.
var (
	ErrTooLarge    = fault.New(fault.KindInvalid, "IMAGE_TOO_LARGE", "Image file size exceeds maximum limit")
	ErrInvalidType = fault.New(fault.KindInvalid, "IMAGE_TYPE_INVALID", "Invalid image type")
)

// format is a kind of file that the gate admits.
type format struct {
	magic  string // its first bytes; ? stands for any
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// formats are all that is admitted. Their decoders are named, and never looked up by image.Decode:
// the encoder of the variants registers a decoder in C there, and hostile bytes are for decoders in
// Go.
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

// HasValidType reports whether bytes begin as a PNG, JPEG or WebP file does.
func HasValidType(b []byte) bool {
	_, ok := formatOf(b)
	return ok
}

func matches(magic string, b []byte) bool {
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != b[i] {
			return false
		}
	}
	return true
}

// Decode checks a PNG, JPEG or WebP file and gives its picture: at most 4096 pixels on a side and 8
// million in all.
func Decode(b []byte) (image.Image, error) {
	if len(b) > MaxBytes {
		return nil, ErrTooLarge
	}
	f, ok := formatOf(b)
	if !ok {
		return nil, ErrInvalidType
	}
	c, err := f.config(bytes.NewReader(b))
	if err != nil {
		return nil, ErrInvalidType.WithCause(err)
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxSide || c.Height > maxSide || c.Width*c.Height > maxPixels {
		return nil, ErrTooLarge.WithCause(fmt.Errorf("%d by %d pixels", c.Width, c.Height))
	}
	if isAnimated(b) {
		return nil, ErrInvalidType.WithCause(errors.New("it moves"))
	}
	m, err := f.decode(bytes.NewReader(b))
	if err != nil {
		return nil, ErrInvalidType.WithCause(err)
	}
	return m, nil
}

// isAnimated finds what makes a PNG or a WebP move; decoders would silently show one frame.
func isAnimated(b []byte) bool {
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

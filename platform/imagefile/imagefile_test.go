package imagefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"testing"
)

func encoded(t testing.TB, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withChunk puts a chunk behind the header of a PNG.
func withChunk(b []byte, name string, data []byte) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	chunk = append(append(chunk, name...), data...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	const header = 8 + 25 // signature and IHDR
	return append(append(bytes.Clone(b[:header]), chunk...), b[header:]...)
}

// Verifies PUB-10, PUB-11.
func TestDecode(t *testing.T) {
	var jpg bytes.Buffer
	if err := jpeg.Encode(&jpg, image.NewGray(image.Rect(0, 0, 10, 10)), nil); err != nil {
		t.Fatal(err)
	}
	small := encoded(t, 10, 10)
	bomb := encoded(t, 10, 10)
	binary.BigEndian.PutUint32(bomb[16:], 30000) // the header's width, with its checksum
	binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
	cases := map[string]struct {
		b    []byte
		want error
	}{
		"a png":                    {small, nil},
		"a jpeg":                   {jpg.Bytes(), nil},
		"a large one":              {encoded(t, 1024, 1024), nil},
		"with a script behind":     {append(bytes.Clone(small), "<script>"...), nil},
		"nothing":                  {nil, ErrInvalidType},
		"a gif":                    {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), ErrInvalidType},
		"cut off":                  {small[:len(small)-20], ErrInvalidType},
		"animated":                 {withChunk(small, "acTL", make([]byte, 8)), ErrInvalidType},
		"a bomb by its header":     {bomb, ErrTooLarge},
		"a side too long":          {encoded(t, 4097, 1), ErrTooLarge},
		"too many pixels":          {encoded(t, 4096, 2049), ErrTooLarge},
		"more bytes than the gate": {make([]byte, MaxBytes+1), ErrTooLarge},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if _, err := Decode(c.b); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encoded(f, 3, 3))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8X"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := Decode(b); (m == nil) == (err == nil) {
			t.Errorf("%v, %v", m, err)
		}
	})
}

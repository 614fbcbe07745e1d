package picture

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"testing"

	"mcwick.example/platform/imagefile"
	"mcwick.example/services/media/internal/publishing/render"
)

func encoded(t testing.TB, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, side := range []int{10, render.Size, 1500} {
		if m, err := Open(encoded(t, side, side)); err != nil ||
			m.Bounds() != image.Rect(0, 0, render.Size, render.Size) || !m.Opaque() {
			t.Errorf("%d: %v, %v", side, m.Bounds(), err)
		}
	}
	if _, err := Open([]byte("no picture")); !errors.Is(err, imagefile.ErrInvalidType) {
		t.Errorf("got %v", err)
	}
}

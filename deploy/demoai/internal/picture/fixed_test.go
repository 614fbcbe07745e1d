package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	_ "image/png"
	"testing"
	"time"
)

func TestFixedPictureIsAlwaysTheSame(t *testing.T) {
	paint := Fixed(time.Nanosecond)
	first, err := paint(t.Context(), "a candle")
	if err != nil {
		t.Fatal(err)
	}
	second, err := paint(t.Context(), "another one")
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("%v, and the second is another", err)
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(first))
	if err != nil || format != "png" || c.Width != 1024 || c.Height != 1024 {
		t.Errorf("%v %s %d × %d", err, format, c.Width, c.Height)
	}
}

func TestFixedPictureEndsWithItsRequest(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Fixed(time.Hour)(ctx, "a candle"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

package picture

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"time"

	"mcwick.example/deploy/internal/wait"
)

// Fixed returns the same small PNG of 1024 × 1024 pixels for every prompt, after a time that costs
// no CPU: for tests that need many pictures.
func Fixed(after time.Duration) func(context.Context, string) ([]byte, error) {
	wax := color.Palette{color.RGBA{R: 0x1f, G: 0x9d, B: 0x55, A: 0xff}}
	var content bytes.Buffer
	err := png.Encode(&content, image.NewPaletted(image.Rect(0, 0, 1024, 1024), wax))
	return func(ctx context.Context, _ string) ([]byte, error) {
		if !wait.Sleep(ctx, after) {
			return nil, ctx.Err()
		}
		return content.Bytes(), err
	}
}

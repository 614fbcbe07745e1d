// Package picture reads a prompt of the platform and has the mascot's composer draw it.
package picture

import (
	"context"
	"hash/fnv"
	"io"
	"sync/atomic"

	"mcwick.example/mascot/composer"
)

// Painter draws the pictures of prompts. It is safe for concurrent use.
type Painter struct {
	composer *composer.Composer
	number   atomic.Uint64 // of the last picture
}

// NewPainter draws with a composer.
func NewPainter(c *composer.Composer) *Painter { return &Painter{composer: c} }

// Paint returns a PNG of 1024 × 1024 pixels. A prompt that names traits and a seed always gives the
// same picture, any other prompt another one the next time.
func (p *Painter) Paint(ctx context.Context, prompt string) ([]byte, error) {
	if traits, seed, ok := readTraits(prompt); ok {
		return p.composer.DrawPortrait(ctx, traits, seed)
	}
	return p.composer.DrawScene(ctx, scene(prompt, p.number.Add(1)))
}

// scene is what a prompt asks for; the number varies it. The whole prompt is the seed, so that one
// word more is another picture.
func scene(prompt string, number uint64) composer.Scene {
	s := readPrompt(prompt)
	h := fnv.New64a()
	_, _ = io.WriteString(h, prompt) // a hash never fails
	s.Seed, s.Variation = h.Sum64(), number
	return s
}

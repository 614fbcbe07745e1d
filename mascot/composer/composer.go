// Package composer draws pictures of the mascot as PNG. Words choose the backdrop, the candle's
// appearance and the style, chance does the rest; traits choose a portrait. No word of a visitor
// enters a drawing, and a drawing refers to nothing outside of itself.
package composer

import (
	"context"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strings"

	"go.opentelemetry.io/otel/attribute"

	"mcwick.example/mascot"
)

// Composer draws pictures. Make one with New for the whole process; it is safe for concurrent use.
type Composer struct {
	rasterizer rasterizer
}

// New finds the programs that a Composer runs; its error names the Debian package that is missing.
func New() (*Composer, error) {
	r, err := newRasterizer()
	if err != nil {
		return nil, err
	}
	return &Composer{r}, nil
}

// Scene is what a picture shows, in anybody's words: any text is taken, unknown words change
// nothing.
type Scene struct {
	Action, Scene, Style string
	Variation            uint64 // another number is another picture of the same words
	Seed                 uint64 // with Variation it decides what the words leave open; 0: a number made of the words
}

// DrawScene returns a PNG of 1024 × 1024 pixels. It waits for its turn: a Composer draws two
// pictures at once.
func (c *Composer) DrawScene(ctx context.Context, s Scene) ([]byte, error) {
	o := design(s)
	return c.rasterizer.rasterize(ctx, mascot.ComposeScene(o), attribute.String("mascot.scene", o.Scene),
		attribute.String("mascot.finish", o.Finish))
}

// DrawPortrait returns a PNG of 1024 × 1024 pixels; the same traits and seed give the same drawing.
func (c *Composer) DrawPortrait(ctx context.Context, traits mascot.Traits, seed uint32) ([]byte, error) {
	return c.rasterizer.rasterize(ctx, mascot.Compose(traits, mascot.Options{Seed: seed}),
		attribute.String("mascot.scene", "portrait"))
}

// DrawFigure returns DrawPortrait's candle alone, on a transparent background.
func (c *Composer) DrawFigure(ctx context.Context, traits mascot.Traits, seed uint32) ([]byte, error) {
	return c.rasterizer.rasterize(ctx, mascot.Compose(traits, mascot.Options{Seed: seed, Bare: true}),
		attribute.String("mascot.scene", "figure"))
}

// design chooses what a picture shows.
func design(s Scene) mascot.SceneOptions {
	chance := rand.New(rand.NewPCG(s.seed(), s.Variation))
	a := chooseAppearance(s, chance)
	// The scene's own words weigh more than those of the action.
	backdrop := strings.Repeat(s.Scene+" ", 3) + s.Action
	return mascot.SceneOptions{
		Scene: mascot.ChooseScene(backdrop), Finish: mascot.ChooseFinish(s.Style),
		Lead: a.Actor, Friend: a.friend, Seed: chance.Uint32(),
	}
}

func (s Scene) seed() uint64 {
	if s.Seed != 0 {
		return s.Seed
	}
	h := fnv.New64a()
	for _, words := range []string{s.Action, s.Scene, s.Style} {
		_, _ = io.WriteString(h, words+"\x00") // a hash never fails
	}
	return h.Sum64()
}

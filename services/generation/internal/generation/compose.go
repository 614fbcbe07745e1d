package generation

import (
	"context"
	"hash/fnv"
	"time"

	"mcwick.example/mascot"
	"mcwick.example/mascot/composer"
)

// Composer draws the mascot without any AI: the last step of pictures, which costs nothing.
type Composer interface {
	DrawScene(ctx context.Context, s composer.Scene) ([]byte, error)
	DrawPortrait(ctx context.Context, t mascot.Traits, seed uint32) ([]byte, error)
}

// composerName stands in a picture's file as what made it.
const composerName = "McWick composer"

// composerReserve is kept of a job's time for the composer, who draws in a second, and for storing.
const composerReserve = 10 * time.Second

// withComposerReserve ends what comes before the composer early enough.
func withComposerReserve(ctx context.Context) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok {
		return context.WithDeadline(ctx, deadline.Add(-composerReserve))
	}
	return context.WithCancel(ctx)
}

// variationOf tells jobs of the same words apart, and returns a job the same picture whoever does
// it.
func variationOf(jobID string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(jobID)) // never fails
	return h.Sum64()
}

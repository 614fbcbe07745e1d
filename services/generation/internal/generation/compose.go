package generation

import (
	"context"
	"hash/fnv"
	"time"

	"mcwick.example/mascot"
	"mcwick.example/mascot/composer"
)

// Composer draws the mascot without AI: the last fallback for pictures, at no cost.
type Composer interface {
	DrawScene(ctx context.Context, s composer.Scene) ([]byte, error)
	DrawPortrait(ctx context.Context, t mascot.Traits, seed uint32) ([]byte, error)
	// DrawFigure draws a portrait's candle alone, on a transparent background.
	DrawFigure(ctx context.Context, t mascot.Traits, seed uint32) ([]byte, error)
}

// composerName is written into a picture's file as its generator.
const composerName = "McWick composer"

// composerReserve is the part of a job's time that is reserved for the composer, which draws in a
// second, and for storing.
const composerReserve = 10 * time.Second

// withComposerReserve sets the deadline of the work before the composer.
func withComposerReserve(ctx context.Context) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok {
		return context.WithDeadline(ctx, deadline.Add(-composerReserve))
	}
	return context.WithCancel(ctx)
}

// variationOf distinguishes jobs with the same input, and is the same for every worker of a job.
func variationOf(jobID string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(jobID)) // never fails
	return h.Sum64()
}

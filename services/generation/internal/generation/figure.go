package generation

import (
	"context"

	"mcwick.example/platform/jobs"
)

// FigureInput identifies a visitor's job.
type FigureInput struct {
	ID      string
	Visitor string
}

// DrawFigure returns the candle of a visitor's profile picture alone, as a PNG with a transparent
// background. What a model drew is flat, so it has none.
func (s *Service) DrawFigure(ctx context.Context, in FigureInput) ([]byte, error) {
	job, err := s.queue.Wait(ctx, in.ID, in.Visitor, 0, 0)
	if err != nil {
		return nil, err
	}
	if s.composer == nil || job.Kind != string(KindPFP) || job.State != jobs.StateSucceeded {
		return nil, ErrNoFigure
	}
	result, err := KindPFP.Result(job)
	if err != nil {
		return nil, err
	}
	if result.Source != SourceComposer {
		return nil, ErrNoFigure
	}
	input, err := KindPFP.Input(job)
	if err != nil {
		return nil, err
	}
	// One at a time: the composer draws two pictures at once, and jobs need it too.
	select {
	case s.figures <- struct{}{}:
		defer func() { <-s.figures }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.composer.DrawFigure(ctx, input.Traits, uint32(input.Seed))
}

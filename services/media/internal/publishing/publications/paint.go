package publications

import (
	"context"
	"errors"
	"fmt"
	"image"

	"go.opentelemetry.io/otel"

	"mcwick.example/platform/fault"
	"mcwick.example/services/media/internal/publishing/picture"
	"mcwick.example/services/media/internal/publishing/render"
)

// paint draws the overlays on the artwork's stored picture and has finish encode it.
func (s *Service) paint(
	ctx context.Context, a Artwork, overlays []render.Overlay, finish func(*image.RGBA) error,
) error {
	if a.Type == TypePFP && len(overlays) > 0 {
		return errNoOverlays
	}
	stored, err := s.objects.Get(ctx, a.ObjectName)
	if err != nil {
		return err
	}
	return s.acquirePainter(ctx, func() error {
		background, err := picture.Open(stored)
		if err != nil {
			return err
		}
		painted, err := s.renderer.Render(background, overlays)
		if missing, ok := errors.AsType[*render.MissingLetterError](err); ok {
			return missingLetter(missing)
		}
		if err != nil {
			return err
		}
		return finish(painted)
	})
}

// acquirePainter runs f when a painter is free.
func (s *Service) acquirePainter(ctx context.Context, f func() error) error {
	ctx, span := otel.Tracer("mcwick/media").Start(ctx, "paint")
	defer span.End()
	if err := s.painters.Acquire(ctx, 1); err != nil {
		return err
	}
	defer s.painters.Release(1)
	span.AddEvent("painter free") // the span's time before was waiting
	return f()
}

func missingLetter(m *render.MissingLetterError) error {
	message := fmt.Sprintf("None of our fonts can draw %q.", m.Letter)
	return fault.Invalid("LETTER_MISSING",
		fault.Field{Name: fmt.Sprintf("overlays[%d].content", m.Index), Message: message})
}

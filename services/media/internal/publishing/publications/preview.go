package publications

import (
	"context"
	"image"

	"mcwick.example/platform/fault"
	"mcwick.example/services/media/internal/publishing/picture"
	"mcwick.example/services/media/internal/publishing/render"
)

// PreviewInput has an artwork and its overlays.
type PreviewInput struct {
	ArtworkID string
	Visitor   string
	Overlays  []render.Overlay
}

// Preview paints the overlays on an artwork of this visitor as Publish would, stores nothing, and
// returns the PNG. The publication equals the preview, because both are painted here.
func (s *Service) Preview(ctx context.Context, in PreviewInput) ([]byte, error) {
	if err := fault.Invalid("PREVIEW_INVALID", checkOverlays(in.Overlays)...); err != nil {
		return nil, err
	}
	a, err := s.ownArtwork(ctx, in.ArtworkID, in.Visitor)
	if err != nil {
		return nil, err
	}
	var b []byte
	err = s.paint(ctx, a, in.Overlays, func(m *image.RGBA) (err error) {
		b, err = picture.Original(m, a.markOn(in.Overlays, a.Created))
		return err
	})
	return b, err
}

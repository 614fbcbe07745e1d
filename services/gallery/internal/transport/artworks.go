package transport

import (
	"context"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/services/gallery/internal/gallery"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// ArtworkGroup is the name under which the gallery follows the media service's facts.
const ArtworkGroup = "gallery.images"

// imageAdder shows a picture inside the transaction of its event.
type imageAdder interface {
	Add(ctx context.Context, tx pgx.Tx, i gallery.Image) error
}

// ArtworkHandlers turns the media service's facts into pictures of the gallery.
func ArtworkHandlers(store imageAdder) []events.Handler {
	return []events.Handler{
		events.On(func(ctx context.Context, tx pgx.Tx, a *mediav1.ArtworkPublished) error {
			image, err := decodeArtwork(a)
			if err != nil {
				return err
			}
			return store.Add(ctx, tx, image)
		}),
	}
}

package transport

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"

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
func ArtworkHandlers(store imageAdder) map[string]events.Handler {
	published := string((&mediav1.ArtworkPublished{}).ProtoReflect().Descriptor().FullName())
	return map[string]events.Handler{
		published: func(ctx context.Context, tx pgx.Tx, e events.Event) error {
			var a mediav1.ArtworkPublished
			if err := proto.Unmarshal(e.Payload, &a); err != nil {
				return fmt.Errorf("decode: %w", err)
			}
			image, err := decodeArtwork(&a)
			if err != nil {
				return err
			}
			return store.Add(ctx, tx, image)
		},
	}
}

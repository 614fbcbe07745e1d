package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/media"
)

// ArtworkTopic carries the facts about publications, keyed by publication.
const ArtworkTopic = "media.artwork.v1"

// ArtworkPublished tells the world of a publication.
func ArtworkPublished(ctx context.Context, p media.Publication) (events.Event, error) {
	return events.New(ctx, ArtworkTopic, p.ID.String(), &mediav1.ArtworkPublished{
		PublicationId: p.ID.String(),
		ObjectName:    p.ObjectName,
		Type:          string(p.Artwork.Type),
		Prompt:        p.Artwork.Prompt,
		Action:        p.Artwork.Action,
		Scene:         p.Artwork.Scene,
		Style:         p.Artwork.Style,
		Signature:     p.Signature,
		Caption:       p.Caption,
		PublishTime:   timestamppb.New(p.Created),
		VisitorId:     p.Visitor,
	})
}

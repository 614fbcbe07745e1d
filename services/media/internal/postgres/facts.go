package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/media"
)

// withdrawnFact tells the world that a publication is not public any more.
func withdrawnFact(ctx context.Context, publication uuid.UUID, version int, at time.Time) (events.Event, error) {
	return events.New(ctx, mediav1.TopicArtwork, publication.String(), &mediav1.ArtworkWithdrawn{
		PublicationId: publication.String(), WithdrawTime: timestamppb.New(at), Version: int32(version),
	})
}

// restoredFact tells the world that a publication is public again.
func restoredFact(ctx context.Context, publication uuid.UUID, version int, at time.Time) (events.Event, error) {
	return events.New(ctx, mediav1.TopicArtwork, publication.String(), &mediav1.ArtworkRestored{
		PublicationId: publication.String(), RestoreTime: timestamppb.New(at), Version: int32(version),
	})
}

// publishedFact tells the world of a publication.
func publishedFact(ctx context.Context, p media.Publication) (events.Event, error) {
	fact := &mediav1.ArtworkPublished{
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
		VisitorId:     p.Artwork.Visitor,
		Placeholder:   p.Placeholder,
		Traits:        p.Artwork.Traits,
		Seed:          int32(p.Artwork.Seed),
		Source:        string(p.Artwork.Source),
	}
	for _, v := range p.Variants {
		fact.Variants = append(fact.Variants, &mediav1.ArtworkVariant{ObjectName: v.ObjectName, Width: int32(v.Width)})
	}
	return events.New(ctx, mediav1.TopicArtwork, p.ID.String(), fact)
}

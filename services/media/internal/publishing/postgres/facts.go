package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/events"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/facts"
	"mcwick.example/services/media/internal/publishing/publications"
)

// withdrawnFact tells the world that a publication is not public any more.
func withdrawnFact(ctx context.Context, publication uuid.UUID, version int, at time.Time) (events.Event, error) {
	return events.New(ctx, mediav1.TopicArtwork, publication.String(), facts.Withdrawn(publication, version, at))
}

// restoredFact tells the world that a publication is public again.
func restoredFact(ctx context.Context, publication uuid.UUID, version int, at time.Time) (events.Event, error) {
	return events.New(ctx, mediav1.TopicArtwork, publication.String(), facts.Restored(publication, version, at))
}

// publishedFact tells the world of a publication.
func publishedFact(ctx context.Context, p publications.Publication) (events.Event, error) {
	return events.New(ctx, mediav1.TopicArtwork, p.ID.String(), facts.Published(p))
}

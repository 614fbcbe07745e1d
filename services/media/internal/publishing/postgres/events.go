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

// withdrawnEvent returns the event that a publication is not public any more.
func withdrawnEvent(ctx context.Context, publication uuid.UUID, version int, at time.Time) (events.Event, error) {
	return events.New(ctx, mediav1.TopicArtwork, publication.String(), facts.WithdrawnEvent(publication, version, at))
}

// restoredEvent returns the event that a publication is public again.
func restoredEvent(ctx context.Context, publication uuid.UUID, version int, at time.Time) (events.Event, error) {
	return events.New(ctx, mediav1.TopicArtwork, publication.String(), facts.RestoredEvent(publication, version, at))
}

// publishedEvent returns the event that a publication became public.
func publishedEvent(ctx context.Context, p publications.Publication) (events.Event, error) {
	return events.New(ctx, mediav1.TopicArtwork, p.ID.String(), facts.PublishedEvent(p))
}

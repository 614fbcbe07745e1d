package transport

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/services/gallery/internal/gallery"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// ArtworkGroup is the gallery's consumer group for the media service's events.
const ArtworkGroup = "gallery.images"

// imageStore adds, hides and restores pictures inside the transaction of their events.
type imageStore interface {
	Add(ctx context.Context, tx pgx.Tx, a gallery.Artwork) error
	Withdraw(ctx context.Context, tx pgx.Tx, id uuid.UUID, version int, at time.Time) error
	Restore(ctx context.Context, tx pgx.Tx, id uuid.UUID, version int, at time.Time) error
}

// Artworks applies the media service's events to the gallery's pictures. A picture's events give
// the same result in any order and with any repeats.
func Artworks(store imageStore) events.Subscription {
	return events.Subscription{Topic: mediav1.TopicArtwork, Group: ArtworkGroup, Handlers: []events.Handler{
		events.NewHandler(func(ctx context.Context, tx pgx.Tx, a *mediav1.ArtworkPublished) error {
			artwork, err := decodeArtwork(a)
			if err != nil {
				return events.Permanent(err)
			}
			return store.Add(ctx, tx, artwork)
		}),
		events.NewHandler(func(ctx context.Context, tx pgx.Tx, w *mediav1.ArtworkWithdrawn) error {
			id, version, err := decodeWithdrawal(w)
			if err != nil {
				return events.Permanent(err)
			}
			return store.Withdraw(ctx, tx, id, version, w.GetWithdrawTime().AsTime())
		}),
		events.NewHandler(func(ctx context.Context, tx pgx.Tx, r *mediav1.ArtworkRestored) error {
			id, version, err := decodeWithdrawal(r)
			if err != nil {
				return events.Permanent(err)
			}
			return store.Restore(ctx, tx, id, version, r.GetRestoreTime().AsTime())
		}),
	}}
}

// decodeWithdrawal returns the id of a withdrawn or restored picture and its version.
func decodeWithdrawal(fact interface {
	GetPublicationId() string
	GetVersion() int32
}) (id uuid.UUID, version int, err error) {
	if id, err = uuid.Parse(fact.GetPublicationId()); err != nil {
		return id, 0, fmt.Errorf("publication id: %w", err)
	}
	return id, int(max(fact.GetVersion(), 1)), nil
}

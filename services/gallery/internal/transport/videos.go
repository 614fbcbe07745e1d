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

// VideoGroup is the gallery's consumer group for the media service's events of videos.
const VideoGroup = "gallery.videos"

// videoStore adds, hides, restores and removes videos inside the transaction of their events.
type videoStore interface {
	imageStore
	Remove(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error
}

// Videos applies the media service's events of shared videos. A video's events give the same result
// in any order and with any repeats.
func Videos(store videoStore) events.Subscription {
	return events.Subscription{Topic: mediav1.TopicVideo, Group: VideoGroup, Handlers: []events.Handler{
		events.NewHandler(func(ctx context.Context, tx pgx.Tx, v *mediav1.VideoShared) error {
			id, err := decodeVideoID(v)
			if err != nil {
				return err
			}
			return store.Add(ctx, tx, gallery.Video{ID: id, Poster: v.GetPosterObjectName(),
				Description: v.GetDescription(), Shared: v.GetShareTime().AsTime(), Source: v.GetSource(),
				Account: v.GetAccount(), Handle: v.GetHandle()}.Artwork())
		}),
		events.NewHandler(func(ctx context.Context, tx pgx.Tx, v *mediav1.VideoHidden) error {
			id, err := decodeVideoID(v)
			if err != nil {
				return err
			}
			return store.Withdraw(ctx, tx, id, int(v.GetVersion()), v.GetHideTime().AsTime())
		}),
		events.NewHandler(func(ctx context.Context, tx pgx.Tx, v *mediav1.VideoRestored) error {
			id, err := decodeVideoID(v)
			if err != nil {
				return err
			}
			return store.Restore(ctx, tx, id, int(v.GetVersion()), v.GetRestoreTime().AsTime())
		}),
		events.NewHandler(func(ctx context.Context, tx pgx.Tx, v *mediav1.VideoRemoved) error {
			id, err := decodeVideoID(v)
			if err != nil {
				return err
			}
			return store.Remove(ctx, tx, id, v.GetRemoveTime().AsTime())
		}),
	}}
}

func decodeVideoID(v interface{ GetVideoId() string }) (uuid.UUID, error) {
	id, err := uuid.Parse(v.GetVideoId())
	if err != nil {
		return id, events.Permanent(fmt.Errorf("video id: %w", err))
	}
	return id, nil
}

package transport

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"

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
		handleVideo(func(ctx context.Context, tx pgx.Tx, id uuid.UUID, v *mediav1.VideoShared) error {
			return store.Add(ctx, tx, gallery.Video{ID: id, Poster: v.GetPosterObjectName(),
				Description: v.GetDescription(), Shared: v.GetShareTime().AsTime(), Source: v.GetSource(),
				Account: v.GetAccount(), Handle: v.GetHandle()}.Artwork())
		}),
		handleVideo(func(ctx context.Context, tx pgx.Tx, id uuid.UUID, v *mediav1.VideoHidden) error {
			return store.Withdraw(ctx, tx, id, int(v.GetVersion()), v.GetHideTime().AsTime())
		}),
		handleVideo(func(ctx context.Context, tx pgx.Tx, id uuid.UUID, v *mediav1.VideoRestored) error {
			return store.Restore(ctx, tx, id, int(v.GetVersion()), v.GetRestoreTime().AsTime())
		}),
		handleVideo(func(ctx context.Context, tx pgx.Tx, id uuid.UUID, v *mediav1.VideoRemoved) error {
			return store.Remove(ctx, tx, id, v.GetRemoveTime().AsTime())
		}),
	}}
}

// handleVideo is the handler of events about a video, with its id.
func handleVideo[M interface {
	*T
	proto.Message
	GetVideoId() string
}, T any](apply func(ctx context.Context, tx pgx.Tx, id uuid.UUID, m M) error) events.Handler {
	return events.NewHandler(func(ctx context.Context, tx pgx.Tx, m M) error {
		id, err := uuid.Parse(m.GetVideoId())
		if err != nil {
			return events.Permanent(fmt.Errorf("video id: %w", err))
		}
		return apply(ctx, tx, id, m)
	})
}

package postgres

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
)

// liked tells the world that visitors came to like a picture.
func liked(ctx context.Context, l gallery.LikesAdded) (events.Event, error) {
	id := l.ImageID.String()
	return events.New(ctx, galleryv1.TopicImage, id, &galleryv1.ImageLiked{
		ImageId: id, Likes: int32(l.Count), Added: int32(l.Added), LikeTime: timestamppb.New(l.Time),
	})
}

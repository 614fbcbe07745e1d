package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
)

func TestLikesAreToldWhole(t *testing.T) {
	id, at := uuid.New(), time.Date(2030, 1, 2, 3, 4, 5, 6000, time.UTC)
	e, err := liked(t.Context(), gallery.LikesAdded{ImageID: id, Count: 7, Added: 2, Time: at})
	if err != nil {
		t.Fatal(err)
	}
	want := &galleryv1.ImageLiked{ImageId: id.String(), Likes: 7, Added: 2, LikeTime: timestamppb.New(at)}
	testkit.Complete(t, want)
	got := &galleryv1.ImageLiked{}
	if err := proto.Unmarshal(e.Payload, got); err != nil || e.Topic != galleryv1.TopicImage || e.Key != id.String() {
		t.Errorf("%s of %s, %v", e.Topic, e.Key, err)
	}
	if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

package main

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// Likes that arrive while counts are repaired are counted, each once, and deferred ones are not:
// every other visitor is one of too many new devices of a network.
func TestRecountIsExactUnderConcurrentLikes(t *testing.T) {
	w := newEnvironment(t)
	ids := w.publish(t, 3)
	testkit.Eventually(t, "the pictures are shown", func() bool { return len(w.list(t, 100, ids)) == len(ids) })
	db, operator := w.Database(t), galleryv1.NewGalleryOperatorServiceClient(w.DialOperator(t, "token-a"))
	testkit.Exec(t, db, `UPDATE generated_images SET likes = 7`)
	var all sync.WaitGroup
	for n := range 60 {
		all.Go(func() {
			caller := rpc.Caller{Visitor: fmt.Sprint("visitor", n), Standing: rpc.StandingSettled}
			if n%2 == 0 {
				caller.Standing, caller.Lane = "", "lane"
			}
			for _, id := range ids {
				if _, err := w.client.LikeImage(rpc.WithCaller(t.Context(), caller),
					&galleryv1.LikeImageRequest{ImageId: id}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Go(func() {
		for range 5 {
			if _, err := operator.RecountLikes(t.Context(), &galleryv1.RecountLikesRequest{}); err != nil {
				t.Error(err)
			}
		}
	})
	all.Wait()
	for _, image := range w.list(t, 100, ids) {
		if image.GetLikes() != 30+gallery.MaxLaneLikes {
			t.Errorf("%d likes by 30 settled visitors and as many new ones", image.GetLikes())
		}
	}
}

// Counts are repaired while a like is being committed, and without it: likes do not wait.
// Verifies GAL-23.
func TestRecountDoesNotWaitForLikes(t *testing.T) {
	w := newEnvironment(t)
	ids := w.publish(t, 3)
	testkit.Eventually(t, "the pictures are shown", func() bool { return len(w.list(t, 100, ids)) == len(ids) })
	db, operator := w.Database(t), galleryv1.NewGalleryOperatorServiceClient(w.DialOperator(t, "token-a"))
	testkit.Fill(t, db, `INSERT INTO likes (image_id, visitor)
		SELECT $1::uuid, 'visitor ' || n FROM generate_series(1, 120000) n`, ids[0])
	if _, err := db.Exec(t.Context(), `UPDATE generated_images SET likes = 7 WHERE id = $1`, ids[1]); err != nil {
		t.Fatal(err)
	}
	like, err := db.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = like.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := like.Exec(t.Context(), `WITH added AS (INSERT INTO likes (image_id, visitor) VALUES ($1, 'ann'))
		UPDATE generated_images SET likes = likes + 1 WHERE id = $1`, ids[2]); err != nil {
		t.Fatal(err)
	}
	r, err := operator.RecountLikes(t.Context(), &galleryv1.RecountLikesRequest{})
	if err != nil || r.GetCorrected() != 2 {
		t.Errorf("corrected %d, %v", r.GetCorrected(), err)
	}
	if err := like.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]int32)
	for _, image := range w.list(t, 100, ids) {
		got[image.GetId()] = image.GetLikes()
	}
	if want := map[string]int32{ids[0]: 120000, ids[1]: 0, ids[2]: 1}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	r, err = operator.RecountLikes(t.Context(), &galleryv1.RecountLikesRequest{})
	if err != nil || r.GetCorrected() != 0 {
		t.Errorf("corrected %d again, %v", r.GetCorrected(), err)
	}
}

// A gallery whose rows are lost keeps its likes: the repair of counts gives them to what is added again.
func TestLikesAreCountedAgainAtWhatIsAdded(t *testing.T) {
	w := newEnvironment(t)
	id := uuid.NewString()
	shared := &mediav1.VideoShared{VideoId: id, PosterObjectName: "videos/x.webp", ShareTime: timestamppb.Now()}
	w.publishEvent(t, mediav1.TopicVideo, id, shared)
	w.awaitImage(t, id)
	w.like(t, "ann", "", id)
	w.like(t, "bob", "", id)
	testkit.Exec(t, w.Database(t), `TRUNCATE generated_images, withdrawn_images, inbox`)
	for range 2 { // media publishes it again, and again
		w.publishEvent(t, mediav1.TopicVideo, id, shared)
		w.awaitImage(t, id)
		if _, err := galleryv1.NewGalleryOperatorServiceClient(w.DialOperator(t, "token-a")).
			RecountLikes(t.Context(), &galleryv1.RecountLikesRequest{}); err != nil {
			t.Fatal(err)
		}
		if n := w.like(t, "ann", "", id); n != 2 {
			t.Errorf("%d likes", n)
		}
	}
}

func TestListFactsLimitsPageSize(t *testing.T) {
	w := newEnvironment(t)
	operator := galleryv1.NewGalleryOperatorServiceClient(w.DialOperator(t, "token-a"))
	for _, r := range []*galleryv1.ListFactsRequest{{AfterId: "x"}, {PageSize: 101}, {PageSize: -1}} {
		if _, err := operator.ListFacts(t.Context(), r); fault.From(err).Reason != "LIST_INVALID" {
			t.Errorf("%v: %v", r, err)
		}
	}
}

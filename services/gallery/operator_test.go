package main

import (
	"fmt"
	"sync"
	"testing"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
)

// Likes that arrive while counts are repaired are counted, each once, and deferred ones are not:
// every other visitor is one of too many new devices of a network.
func TestRecountIsExactUnderConcurrentLikes(t *testing.T) {
	w := newEnvironment(t)
	ids := w.publish(t, 3)
	testkit.Eventually(t, "the pictures are shown", func() bool { return len(w.list(t, 100, ids)) == len(ids) })
	db, operator := w.Database(t), galleryv1.NewGalleryOperatorServiceClient(w.DialOperator(t, "token-a"))
	if _, err := db.Exec(t.Context(), `UPDATE generated_images SET likes = 7`); err != nil {
		t.Fatal(err)
	}
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

func TestListFactsLimitsPageSize(t *testing.T) {
	w := newEnvironment(t)
	operator := galleryv1.NewGalleryOperatorServiceClient(w.DialOperator(t, "token-a"))
	for _, r := range []*galleryv1.ListFactsRequest{{AfterId: "x"}, {PageSize: 101}, {PageSize: -1}} {
		if _, err := operator.ListFacts(t.Context(), r); fault.From(err).Reason != "LIST_INVALID" {
			t.Errorf("%v: %v", r, err)
		}
	}
}

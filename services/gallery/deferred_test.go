package main

import (
	"context"
	"fmt"
	"testing"
	"time"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
)

// newDevice returns the context of a call from a device that is not settled.
func newDevice(ctx context.Context, visitor string) context.Context {
	return rpc.WithCaller(ctx, rpc.Caller{Visitor: visitor, Lane: "lane"})
}

// Verifies GAL-20.
func TestDeferredLikeIsOwnAtOnceAndCountsWhenDeviceSettles(t *testing.T) {
	w := newEnvironment(t)
	id := w.publishAndWait(t, 1)[0]
	like := func(ctx context.Context) int32 {
		t.Helper()
		r, err := w.client.LikeImage(ctx, &galleryv1.LikeImageRequest{ImageId: id})
		if err != nil {
			t.Fatal(err)
		}
		return r.GetLikes()
	}
	checkCount := func(want int32) {
		t.Helper()
		if got := w.list(t, 100, []string{id})[0].GetLikes(); got != want {
			t.Errorf("%d likes are shown, want %d", got, want)
		}
	}
	const most, devices = gallery.MaxLaneLikes, gallery.MaxLaneLikes + 5
	for n := range devices {
		if got, want := like(newDevice(t.Context(), fmt.Sprint("device", n))), min(n, most)+1; got != int32(want) {
			t.Errorf("device %d sees %d likes, want %d", n, got, want)
		}
	}
	late := fmt.Sprint("device", devices-1)
	if got := like(newDevice(t.Context(), late)); got != most+1 {
		t.Errorf("repeated, it sees %d likes", got)
	}
	liked, err := w.client.ListLikes(newDevice(t.Context(), late), &galleryv1.ListLikesRequest{Ids: []string{id}})
	if err != nil || len(liked.GetLikedIds()) != 1 {
		t.Errorf("a deferred like is not the visitor's own: %v, %v", liked, err)
	}
	checkCount(most)

	for _, want := range []int32{1, 0} { // the second call is a repeat
		r, err := w.client.SettleDevice(newDevice(t.Context(), fmt.Sprint("device", most)),
			&galleryv1.SettleDeviceRequest{})
		if err != nil || r.GetCountedLikes() != want {
			t.Errorf("%v, %v", r, err)
		}
	}
	checkCount(most + 1)
	// A like that was on its way while its device settled is found by the next list.
	if _, err := w.client.ListLikes(withVisitor(t.Context(), late),
		&galleryv1.ListLikesRequest{Ids: []string{id}}); err != nil {
		t.Error(err)
	}
	checkCount(most + 2)
}

func TestSettledAccountCountsLikesOfItsOtherDevices(t *testing.T) {
	w := newEnvironment(t)
	id := w.publishAndWait(t, 1)[0]
	for n := range gallery.MaxLaneLikes {
		if _, err := w.client.LikeImage(newDevice(t.Context(), fmt.Sprint("device", n)),
			&galleryv1.LikeImageRequest{ImageId: id}); err != nil {
			t.Fatal(err)
		}
	}
	phone := rpc.Caller{Visitor: "phone", Account: "account", Lane: "lane"}
	if _, err := w.client.LikeImage(rpc.WithCaller(t.Context(), phone),
		&galleryv1.LikeImageRequest{ImageId: id}); err != nil {
		t.Fatal(err)
	}
	r, err := w.client.SettleDevice(withAccount(t.Context(), "laptop", "account"), &galleryv1.SettleDeviceRequest{})
	if err != nil || r.GetCountedLikes() != 1 {
		t.Errorf("%v, %v", r, err)
	}
	if got := w.list(t, 100, []string{id})[0].GetLikes(); got != gallery.MaxLaneLikes+1 {
		t.Errorf("%d likes", got)
	}
}

func TestDeviceHistoryIsFromBeforeUpgrade(t *testing.T) {
	w := newEnvironment(t)
	db := w.Database(t)
	testkit.Exec(t, db, `INSERT INTO likes (image_id, visitor, created_at) VALUES
		(gen_random_uuid(), 'old', $1), (gen_random_uuid(), 'old', now()), (gen_random_uuid(), 'new', now())`,
		time.Now().Add(-24*time.Hour))
	for visitor, want := range map[string]bool{"old": true, "new": false, "none": false} {
		r, err := w.client.GetDeviceHistory(newDevice(t.Context(), visitor), &galleryv1.GetDeviceHistoryRequest{})
		if err != nil || r.GetHasEarlyLike() != want {
			t.Errorf("%s: %v, %v", visitor, r, err)
		}
	}
}

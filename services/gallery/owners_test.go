package main

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/identity/api/devicelink"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// withAccount returns the context of a call from a device with a session.
func withAccount(ctx context.Context, visitor, account string) context.Context {
	return rpc.WithCaller(ctx, rpc.Caller{Visitor: visitor, Account: account, Standing: rpc.StandingSettled})
}

// like likes a picture and returns its count.
func (w *environment) like(t *testing.T, visitor, account, image string) int32 {
	t.Helper()
	r, err := w.client.LikeImage(withAccount(t.Context(), visitor, account),
		&galleryv1.LikeImageRequest{ImageId: image})
	if err != nil {
		t.Fatal(err)
	}
	return r.GetLikes()
}

// listLikes reports which of the pictures the caller likes, in the order of the pictures.
func (w *environment) listLikes(t *testing.T, visitor, account string, images []string) (liked []bool) {
	t.Helper()
	r, err := w.client.ListLikes(withAccount(t.Context(), visitor, account), &galleryv1.ListLikesRequest{Ids: images})
	if err != nil {
		t.Fatal(err)
	}
	for _, image := range images {
		liked = append(liked, slices.Contains(r.GetLikedIds(), image))
	}
	return liked
}

// publishAndWait publishes n pictures and waits until they are listed.
func (w *environment) publishAndWait(t *testing.T, n int) []string {
	t.Helper()
	ids := w.publish(t, n)
	testkit.Eventually(t, "the pictures are shown", func() bool { return len(w.list(t, 100, ids)) == len(ids) })
	return ids
}

func TestAccountLikesOnceFromAllItsDevices(t *testing.T) {
	w := newEnvironment(t)
	ids := w.publishAndWait(t, 3)
	account, phone, laptop := uuid.NewString(), uuid.NewString(), uuid.NewString()
	for _, step := range []struct {
		visitor, account string
		want             int32
	}{{phone, account, 1}, {phone, account, 1}, {laptop, account, 1}, {laptop, "", 2}, {laptop, uuid.NewString(), 2},
		{uuid.NewString(), uuid.NewString(), 3}} {
		if got := w.like(t, step.visitor, step.account, ids[0]); got != step.want {
			t.Errorf("%+v: %d likes", step, got)
		}
	}
	w.like(t, laptop, "", ids[1])
	for name, c := range map[string]struct {
		visitor, account string
		want             []bool
	}{
		"the device that liked":         {phone, "", []bool{true, false, false}},
		"the account on a new device":   {uuid.NewString(), account, []bool{true, false, false}},
		"the account and another likes": {laptop, account, []bool{true, true, false}},
		"a stranger":                    {uuid.NewString(), uuid.NewString(), []bool{false, false, false}},
	} {
		if got := w.listLikes(t, c.visitor, c.account, ids); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestLinkedDeviceTransfersItsLikes(t *testing.T) {
	w := newEnvironment(t)
	ids := w.publishAndWait(t, 4)
	account, device := uuid.NewString(), uuid.NewString()
	w.like(t, uuid.NewString(), account, ids[0]) // the account likes it already
	w.like(t, device, "", ids[0])
	w.like(t, device, "", ids[1])
	linked := time.Now()
	w.like(t, device, "", ids[2]) // without a session, before the link was consumed
	link := func(visitor, account string) {
		w.publishEvent(t, identityv1.TopicUser, visitor,
			&identityv1.DeviceLinked{Visitor: visitor, Account: account, LinkTime: timestamppb.New(linked)})
	}
	link(device, account)
	link(device, account) // delivered twice
	testkit.Eventually(t, "the device is linked",
		func() bool { return w.listLikes(t, uuid.NewString(), account, ids)[1] })
	check := func() {
		t.Helper()
		if got, want := w.listLikes(t, uuid.NewString(), account, ids),
			[]bool{true, true, false, false}; !slices.Equal(got, want) {
			t.Errorf("the account likes %v, want %v", got, want)
		}
		for i, want := range []int32{2, 1, 1, 0} {
			if got := w.list(t, 100, ids[i:i+1])[0].GetLikes(); got != want {
				t.Errorf("picture %d has %d likes, not %d", i, got, want)
			}
		}
	}
	check()
	if got := w.like(t, uuid.NewString(), account, ids[1]); got != 1 {
		t.Errorf("a like copied to the account is counted again: %d", got)
	}
	if got := w.like(t, device, "", ids[1]); got != 1 {
		t.Errorf("the device's second like is counted again: %d", got)
	}
	check()
	link(device, "") // invalid, without an account
	testkit.ReadTopic(t, testkit.Kafka(t), events.DeadLetterTopic(identityv1.TopicUser, devicelink.Group("gallery")),
		"the link to nobody",
		func(letter kafka.Message) bool { return string(letter.Key) == device })
}

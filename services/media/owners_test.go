package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/identity/api/devicelink"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
)

func withAccount(ctx context.Context, visitor, account string) context.Context {
	return rpc.WithCaller(ctx, rpc.Caller{Visitor: visitor, Account: account, IdempotencyKey: uuid.NewString()})
}

// publish publishes a picture that was drawn for a device, as the device or the account there.
func (w *environment) publish(t *testing.T, visitor, account string) *mediav1.Publication {
	t.Helper()
	stored := w.store(t, func(r *mediav1.StoreArtworkRequest) { r.VisitorId = visitor })
	p, err := w.client.Publish(withAccount(t.Context(), visitor, account), &mediav1.PublishRequest{
		ArtworkId: stored.GetArtworkId(), Caption: "of " + visitor,
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// list reads all pages of a caller and returns the ids in order.
func (w *environment) list(t *testing.T, visitor, account string, size int32) (ids []string) {
	t.Helper()
	for cursor, more := "", true; more; more = cursor != "" {
		page, err := w.client.ListPublications(withAccount(t.Context(), visitor, account),
			&mediav1.ListPublicationsRequest{Cursor: cursor, PageSize: size})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range page.GetPublications() {
			ids = append(ids, p.GetId())
		}
		cursor = page.GetNextCursor()
	}
	return ids
}

// link publishes that a device proved its first key, as the identity service does. The service's
// own relay carries it: it publishes what is in the outbox, whatever its topic.
func (w *environment) link(t *testing.T, visitor, account string, at time.Time) {
	t.Helper()
	e, err := events.New(t.Context(), identityv1.TopicUser, visitor,
		&identityv1.DeviceLinked{Visitor: visitor, Account: account, LinkTime: timestamppb.New(at)})
	if err != nil {
		t.Fatal(err)
	}
	outbox := events.NewRelay(testkit.DiscardLog(), w.Database(t), events.Config{}, "identity")
	if err := outbox.InTx(t.Context(),
		func(pgx.Tx) ([]events.Event, error) { return []events.Event{e}, nil }); err != nil {
		t.Fatal(err)
	}
}

func TestListPublications(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	account := uuid.NewString()
	phone := w.publish(t, "phone", account)
	stranger := w.publish(t, "laptop", "")
	laptop := w.publish(t, "laptop", account)
	other := w.publish(t, "phone", uuid.NewString()) // by another account that used the phone
	gone := w.publish(t, "phone", account)
	if _, err := w.client.WithdrawPublication(withAccount(t.Context(), "phone", ""),
		&mediav1.WithdrawPublicationRequest{PublicationId: gone.GetId()}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, visitor, account string
		want                   []*mediav1.Publication
	}{
		{"a device", "laptop", "", []*mediav1.Publication{laptop, stranger}},
		{"an account on a new device", "tablet", account, []*mediav1.Publication{laptop, phone}},
		{"a device and its account", "laptop", account, []*mediav1.Publication{laptop, stranger, phone}},
		{"a device with all that was made on it", "phone", account, []*mediav1.Publication{other, laptop, phone}},
		{"another account", "tablet", uuid.NewString(), nil},
		{"another device", "tablet", "", nil},
	} {
		var want []string
		for _, p := range c.want {
			want = append(want, p.GetId())
		}
		for _, size := range []int32{0, 1, 2, 100} {
			if diff := cmp.Diff(want, w.list(t, c.visitor, c.account, size)); diff != "" {
				t.Errorf("%s, pages of %d (-want +got):\n%s", c.name, size, diff)
			}
		}
	}
	t.Run("as they were answered", func(t *testing.T) {
		page, err := w.client.ListPublications(withAccount(t.Context(), "tablet", account),
			&mediav1.ListPublicationsRequest{PageSize: 1})
		if err != nil || len(page.GetPublications()) != 1 {
			t.Fatalf("%v, %v", page, err)
		}
		complete := proto.Clone(laptop).(*mediav1.Publication)
		complete.AwaitsCheck, complete.Moderation = true, &mediav1.PublicationModeration{} // it is public
		testkit.CheckComplete(t, complete)
		testkit.CheckComplete(t, page)
		if diff := cmp.Diff(laptop, page.GetPublications()[0], protocmp.Transform()); diff != "" {
			t.Errorf("(-answered +listed):\n%s", diff)
		}
		w.variant(t, laptop.GetVariants()[0])
	})
	t.Run("never anybody's", func(t *testing.T) {
		if _, err := w.client.ListPublications(t.Context(),
			&mediav1.ListPublicationsRequest{}); fault.From(err).Kind != fault.KindUnauthenticated {
			t.Errorf("without a visitor: %v", err)
		}
		_, err := w.client.ListPublications(withAccount(t.Context(), "phone", ""),
			&mediav1.ListPublicationsRequest{Cursor: "!!", PageSize: 101})
		if e := fault.From(err); err == nil || e.Reason != "LIST_INVALID" || len(e.Fields) != 2 {
			t.Errorf("a bad page: %v", err)
		}
	})
}

func TestAccountWithdrawsFromAnyDevice(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	account := uuid.NewString()
	p := w.publish(t, "phone", account)
	withdraw := &mediav1.WithdrawPublicationRequest{PublicationId: p.GetId()}
	for name, c := range map[string]struct{ visitor, account string }{
		"a device alone":  {"laptop", ""},
		"another account": {"laptop", uuid.NewString()},
	} {
		if _, err := w.client.WithdrawPublication(withAccount(t.Context(), c.visitor, c.account),
			withdraw); !errors.Is(err, publications.ErrPublicationNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if status, _ := w.status(t, p.GetObjectName()); status != http.StatusOK {
		t.Errorf("strangers took it down: %d", status)
	}
	if _, err := w.client.WithdrawPublication(withAccount(t.Context(), "laptop", account), withdraw); err != nil {
		t.Fatal(err)
	}
	if status, _ := w.status(t, p.GetObjectName()); status != http.StatusGone {
		t.Errorf("it is still there: %d", status)
	}
}

// Verifies GAL-22.
func TestDeviceIsLinkedWhilePublicationIsChecked(t *testing.T) {
	t.Parallel()
	moderation, addr := startFakeModeration(t)
	w := newEnvironment(t, "MODERATION_ADDR="+addr)
	account, device := uuid.NewString(), testkit.UniqueName("phone")
	p := w.publish(t, device, "")
	moderation.set(func() { w.link(t, device, account, moderation.textsChecked) })
	testkit.Eventually(t, "the publication is the account's", func() bool {
		return slices.Equal(w.list(t, "tablet", account, 0), []string{p.GetId()})
	})
}

func TestLinkedDeviceTransfersItsPublications(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	mine, other := uuid.NewString(), uuid.NewString()
	device := testkit.UniqueName("phone")
	before := w.publish(t, device, "")
	taken := w.publish(t, device, other)
	stranger := w.publish(t, testkit.UniqueName("phone"), "")
	linked := time.Now()
	after := w.publish(t, device, "") // published without a session before the event arrived
	w.link(t, device, mine, linked)
	w.link(t, device, mine, linked) // delivered twice
	last := testkit.UniqueName("last")
	w.publish(t, last, "")
	w.link(t, last, other, time.Now())
	testkit.Eventually(t, "the last device is linked", func() bool { return len(w.list(t, "tablet", other, 0)) == 2 })
	testkit.Eventually(t, "the device is linked", func() bool { return len(w.list(t, "tablet", mine, 0)) > 0 })
	if got := w.list(t, "tablet", mine, 0); !slices.Equal(got, []string{before.GetId()}) {
		t.Errorf("the account has %v; before was %s, after %s, a stranger's %s, another account's %s",
			got, before.GetId(), after.GetId(), stranger.GetId(), taken.GetId())
	}
	if got := w.list(t, device, "", 0); len(got) != 3 {
		t.Errorf("the device lost some: %v", got)
	}
	w.link(t, device, "", time.Now()) // invalid, without an account
	testkit.ReadTopic(t, w.brokers(), events.DeadLetterTopic(identityv1.TopicUser, devicelink.Group("media")),
		fmt.Sprint("the link of ", device, " to nobody"),
		func(letter kafka.Message) bool { return string(letter.Key) == device })
}

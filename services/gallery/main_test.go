package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
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
	"mcwick.example/platform/page"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/transport"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// outbox is a schema with an outbox, for events that other services would publish.
var outbox = postgres.Schema{events.Tables}

// environment is a running gallery service, a connection to it, and a publisher for the events of
// other services.
type environment struct {
	*servicetest.Instance[configuration]
	client    galleryv1.GalleryServiceClient
	publisher *events.Relay // publishes the events of other services
	pictures  int
}

func newEnvironment(t testing.TB) *environment {
	t.Helper()
	i := servicetest.New(t, spec, servicetest.OperatorEnvironment(t))
	i.Start(t)
	return &environment{Instance: i, client: galleryv1.NewGalleryServiceClient(i.Conn)}
}

// publish publishes n memes, the newest last, as the media service does.
func (w *environment) publish(t *testing.T, n int, more ...func(*mediav1.ArtworkPublished)) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range n {
		ids[i] = uuid.NewString()
		w.pictures++
		a := &mediav1.ArtworkPublished{
			PublicationId: ids[i], ObjectName: "memes/" + ids[i] + ".png", Type: "meme", Style: "Anime",
			Caption:     fmt.Sprint("picture ", i),
			PublishTime: timestamppb.New(time.Date(2030, 1, 1, 0, w.pictures, 0, 0, time.UTC)),
		}
		for _, f := range more {
			f(a)
		}
		w.publishEvent(t, mediav1.TopicArtwork, ids[i], a)
	}
	return ids
}

// publishEvent publishes an event as its service does: through an outbox and its relay, in a
// database of its own.
func (w *environment) publishEvent(t *testing.T, topic, key string, fact proto.Message) {
	t.Helper()
	if w.publisher == nil {
		w.publisher = events.NewRelay(testkit.DiscardLog(), testkit.Database(t, outbox),
			events.Config{Brokers: testkit.Kafka(t)}, "others",
			mediav1.TopicArtwork, mediav1.TopicVideo, identityv1.TopicUser, identityv1.TopicProfile)
		testkit.RunCommand(t, w.publisher.Run)
	}
	e, err := events.New(t.Context(), topic, key, fact)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.publisher.InTx(t.Context(),
		func(pgx.Tx) ([]events.Event, error) { return []events.Event{e}, nil }); err != nil {
		t.Fatal(err)
	}
}

// list reads all pages and returns those pictures whose ids are in `of`, in list order.
func (w *environment) list(t *testing.T, size int32, of []string) (got []*galleryv1.Image) {
	t.Helper()
	req := &galleryv1.ListImagesRequest{PageSize: size}
	for {
		page, err := w.client.ListImages(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range page.GetImages() {
			if slices.Contains(of, i.GetId()) {
				got = append(got, i)
			}
		}
		if page.GetNextCursor() == "" {
			return got
		}
		req.Cursor = page.GetNextCursor()
	}
}

func withVisitor(ctx context.Context, visitor string) context.Context {
	return rpc.WithCaller(ctx, rpc.Caller{Visitor: visitor, Standing: rpc.StandingSettled})
}

// Verifies GAL-11.
func TestPublishedImagesAreListedNewestFirst(t *testing.T) {
	w := newEnvironment(t)
	n := 0
	ids := w.publish(t, 8, func(a *mediav1.ArtworkPublished) { // two with the same time
		a.PublishTime = timestamppb.New(time.Date(2030, 1, 1, 0, n/2, 0, 0, time.UTC))
		n++
	})
	for i := 0; i < len(ids); i += 2 {
		slices.Sort(ids[i : i+2])
	}
	testkit.Eventually(t, "all pictures are shown", func() bool { return len(w.list(t, 100, ids)) == len(ids) })
	for _, size := range []int32{1, 3, 8, 100} {
		var got []string
		for _, i := range w.list(t, size, ids) {
			got = append(got, i.GetId())
		}
		slices.Reverse(got)
		if !slices.Equal(got, ids) {
			t.Errorf("pages of %d: %v, want %v", size, got, ids)
		}
	}
}

// Verifies MEME-16, AI-3.
func TestPublishedImageIsListedWithAllFields(t *testing.T) {
	w := newEnvironment(t)
	fact := &mediav1.ArtworkPublished{}
	id := w.publish(t, 1, func(a *mediav1.ArtworkPublished) {
		a.Type, a.Prompt, a.Action, a.Scene, a.Signature, a.VisitorId = "pfp", "a prompt", "surfing", "the sea", "@ann",
			"ann"
		a.Variants, a.Placeholder = []*mediav1.ArtworkVariant{{ObjectName: "generated/x-320.webp", Width: 320}}, "AAAA"
		a.Traits, a.Seed = map[string]string{"base": "diamond", "headwear": "crown"}, 7
		a.Source, a.HasTexts = "composer", true
		a.Account, a.Handle, a.ParentId = "account of "+a.GetPublicationId(), "@ann", uuid.NewString()
		proto.Merge(fact, a)
	})
	testkit.CheckComplete(t, fact)
	var listed []*galleryv1.Image
	shown := func() bool {
		page, err := w.client.ListImages(t.Context(), &galleryv1.ListImagesRequest{Type: "pfp"})
		// Other tests publish to the same broker, so their pictures are listed too.
		listed = slices.DeleteFunc(page.GetImages(), func(i *galleryv1.Image) bool { return i.GetId() != id[0] })
		return err == nil && len(listed) == 1
	}
	testkit.Eventually(t, "the picture is shown", shown)
	kept := testkit.QueryOne[string](t, w.Database(t),
		`SELECT prompt || ' ' || seed || ' ' || traits FROM generated_images WHERE id = $1`, id[0])
	if kept != `a prompt 7 {"base": "diamond", "headwear": "crown"}` {
		t.Errorf("kept %s", kept)
	}
	if _, err := w.client.LikeImage(withVisitor(t.Context(), "bob"),
		&galleryv1.LikeImageRequest{ImageId: id[0]}); err != nil {
		t.Fatal(err)
	}
	want := &galleryv1.Image{
		Id: id[0], ObjectName: fact.GetObjectName(), Type: "pfp", Action: "surfing", Scene: "the sea",
		Style:     fact.GetStyle(),
		Signature: "@ann", Caption: fact.GetCaption(), Likes: 1, CreateTime: fact.GetPublishTime(),
		Variants: []*galleryv1.Variant{{ObjectName: "generated/x-320.webp", Width: 320}}, Placeholder: "AAAA",
		Source: "composer", Handle: "@ann", HasTexts: true,
	}
	testkit.CheckComplete(t, want)
	if !shown() {
		t.Fatal("the picture is withdrawn")
	}
	if diff := cmp.Diff(want, listed[0], protocmp.Transform()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOperatorAuthentication(t *testing.T) {
	servicetest.CheckOperatorPort(t, newEnvironment(t).Instance)
}

// Verifies GAL-12.
func TestLike(t *testing.T) {
	w := newEnvironment(t)
	ids := w.publish(t, 1)
	testkit.Eventually(t, "the picture is shown", func() bool { return len(w.list(t, 100, ids)) == 1 })
	like := &galleryv1.LikeImageRequest{ImageId: ids[0]}

	t.Run("each visitor counts once, however often and at once", func(t *testing.T) {
		var all sync.WaitGroup
		for v := range 8 {
			for range 5 {
				all.Go(func() {
					if _, err := w.client.LikeImage(withVisitor(t.Context(), fmt.Sprint("visitor", v)),
						like); err != nil {
						t.Error(err)
					}
				})
			}
		}
		all.Wait()
		r, err := w.client.LikeImage(withVisitor(t.Context(), "visitor0"), like)
		if err != nil || r.GetLikes() != 8 || w.list(t, 100, ids)[0].GetLikes() != 8 {
			t.Errorf("%v, %v", r, err)
		}
	})
	t.Run("an unknown picture is not found", func(t *testing.T) {
		for _, id := range []string{uuid.NewString(), "nonsense"} {
			_, err := w.client.LikeImage(withVisitor(t.Context(), "v"), &galleryv1.LikeImageRequest{ImageId: id})
			if !errors.Is(err, gallery.ErrNotFound) {
				t.Errorf("got %v", err)
			}
		}
	})
	t.Run("a like needs a valid visitor", func(t *testing.T) {
		for _, visitor := range []string{"", "a b", strings.Repeat("x", 129)} {
			if _, err := w.client.LikeImage(withVisitor(t.Context(), visitor),
				like); fault.From(err).Kind != fault.KindUnauthenticated {
				t.Errorf("%q: %v", visitor, err)
			}
		}
	})
}

// Verifies SORT-3.
func TestGetImage(t *testing.T) {
	w := newEnvironment(t)
	ids := w.publish(t, 2)
	get := func(id string) (*galleryv1.Image, error) {
		return w.client.GetImage(t.Context(), &galleryv1.GetImageRequest{ImageId: id})
	}
	testkit.Eventually(t, "the pictures are shown", func() bool { return len(w.list(t, 100, ids)) == len(ids) })
	if _, err := w.client.LikeImage(withVisitor(t.Context(), "bob"),
		&galleryv1.LikeImageRequest{ImageId: ids[0]}); err != nil {
		t.Fatal(err)
	}
	listed := w.list(t, 100, ids[:1])[0]
	if got, err := get(ids[0]); err != nil || !proto.Equal(got, listed) {
		t.Errorf("%v, %v, but the list has %v", got, err, listed)
	}
	for _, id := range []string{uuid.NewString(), "nonsense", ""} {
		if _, err := get(id); !errors.Is(err, gallery.ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	w.publishEvent(t, mediav1.TopicArtwork, ids[0],
		&mediav1.ArtworkWithdrawn{PublicationId: ids[0], WithdrawTime: timestamppb.Now()})
	testkit.Eventually(t, "the withdrawn picture is gone", func() bool {
		_, err := get(ids[0])
		return errors.Is(err, gallery.ErrNotFound)
	})
	if left := w.list(t, 100, ids); len(left) != 1 || left[0].GetId() != ids[1] {
		t.Errorf("the list has %v", left)
	}
	if _, err := w.client.LikeImage(withVisitor(t.Context(), "ann"),
		&galleryv1.LikeImageRequest{ImageId: ids[0]}); !errors.Is(err, gallery.ErrNotFound) {
		t.Errorf("a withdrawn picture is liked: %v", err)
	}
	w.publishEvent(t, mediav1.TopicArtwork, ids[0],
		&mediav1.ArtworkRestored{PublicationId: ids[0], RestoreTime: timestamppb.Now(), Version: 2})
	testkit.Eventually(t, "the picture is back", func() bool { return len(w.list(t, 100, ids)) == 2 })
	if back := w.list(t, 100, ids[:1])[0]; listed.GetLikes() != 1 || !proto.Equal(back, listed) {
		t.Errorf("it was restored as %v, and was %v", back, listed)
	}
}

func TestListLikes(t *testing.T) {
	w := newEnvironment(t)
	ids := w.publish(t, 3)
	testkit.Eventually(t, "the pictures are shown", func() bool { return len(w.list(t, 100, ids)) == len(ids) })
	for visitor, id := range map[string]string{"ann": ids[0], "bob": ids[1]} {
		if _, err := w.client.LikeImage(withVisitor(t.Context(), visitor),
			&galleryv1.LikeImageRequest{ImageId: id}); err != nil {
			t.Fatal(err)
		}
	}
	liked, err := w.client.ListLikes(withVisitor(t.Context(), "ann"),
		&galleryv1.ListLikesRequest{Ids: append(ids, uuid.NewString())})
	if err != nil || !slices.Equal(liked.GetLikedIds(), ids[:1]) {
		t.Errorf("%v, %v", liked, err)
	}
	for name, bad := range map[string][]string{"ids": nil, "ids[1]": {ids[0], "nonsense"}} {
		_, err := w.client.ListLikes(withVisitor(t.Context(), "ann"), &galleryv1.ListLikesRequest{Ids: bad})
		if e := fault.From(err); e.Kind != fault.KindInvalid || len(e.Fields) != 1 || e.Fields[0].Name != name {
			t.Errorf("%v: %v", bad, err)
		}
	}
	many := slices.Repeat(ids[:1], page.MaxSize)
	if _, err := w.client.ListLikes(withVisitor(t.Context(), "ann"),
		&galleryv1.ListLikesRequest{Ids: many}); err != nil {
		t.Error(err)
	}
	if _, err := w.client.ListLikes(withVisitor(t.Context(), "ann"),
		&galleryv1.ListLikesRequest{Ids: append(many, ids[0])}); fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("more than a page: %v", err)
	}
	if _, err := w.client.ListLikes(t.Context(),
		&galleryv1.ListLikesRequest{Ids: ids}); fault.From(err).Kind != fault.KindUnauthenticated {
		t.Errorf("likes of no visitor: %v", err)
	}
}

func TestInvalidListRequestsAreRejected(t *testing.T) {
	w := newEnvironment(t)
	for name, r := range map[string]*galleryv1.ListImagesRequest{
		"unknown type":    {Type: "poem"},
		"unlikely cursor": {Cursor: page.TimeCursor{Key: time.UnixMicro(-1 << 60)}.String()},
		"foreign cursor":  {Cursor: "AAAA"},
		"too large":       {PageSize: 101},
		"negative":        {PageSize: -1},
		"cursor not text": {Cursor: "!!"},
	} {
		if _, err := w.client.ListImages(t.Context(), r); fault.From(err).Kind != fault.KindInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := w.client.ListImages(t.Context(), &galleryv1.ListImagesRequest{Type: "poem", Cursor: "!!", PageSize: 101})
	if e := fault.From(err); e == nil || len(e.Fields) != 3 || e.Fields[0].Name != "type" ||
		e.Fields[1].Name != "cursor" || e.Fields[2].Name != "pageSize" {
		t.Errorf("all fields invalid: %v", err)
	}
}

func TestUnreadableArtworkGoesToDeadLetters(t *testing.T) {
	w := newEnvironment(t)
	bad := w.publish(t, 1, func(a *mediav1.ArtworkPublished) { a.Type = "video" })
	good := w.publish(t, 1)
	testkit.Eventually(t, "the valid picture is shown", func() bool { return len(w.list(t, 100, good)) == 1 })
	if len(w.list(t, 100, bad)) != 0 {
		t.Error("the invalid one is shown")
	}
	testkit.ReadTopic(t, testkit.Kafka(t), events.DeadLetterTopic(mediav1.TopicArtwork, transport.ArtworkGroup),
		"the bad picture",
		func(letter kafka.Message) bool {
			var a mediav1.ArtworkPublished
			return proto.Unmarshal(letter.Value, &a) == nil && a.GetPublicationId() == bad[0]
		})
}

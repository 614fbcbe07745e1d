package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"
	"pgregory.net/rapid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// listAll reads all pages of a list, of one picture each, and returns the ids. Other tests publish to
// the same broker, so lists of pictures of others' must be narrow.
func (w *environment) listAll(t testing.TB, r *galleryv1.ListImagesRequest) (ids []string) {
	t.Helper()
	r.PageSize, r.Cursor = 1, ""
	for {
		page, err := w.client.ListImages(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, image := range page.GetImages() {
			ids = append(ids, image.GetId())
		}
		if r.Cursor = page.GetNextCursor(); r.Cursor == "" {
			return ids
		}
	}
}

// publishOne publishes a meme.
func (w *environment) publishOne(t *testing.T, change func(a *mediav1.ArtworkPublished)) string {
	t.Helper()
	return w.publish(t, 1, change)[0]
}

// awaitList waits until a list has these pictures, in this order.
func (w *environment) awaitList(t *testing.T, what string, r *galleryv1.ListImagesRequest, want ...string) {
	t.Helper()
	testkit.Eventually(t, what, func() bool { return slices.Equal(w.listAll(t, r), want) })
}

// awaitImage waits until a picture is public.
func (w *environment) awaitImage(t *testing.T, id string) {
	t.Helper()
	testkit.Eventually(t, "the picture is public", func() bool {
		_, err := w.client.GetImage(t.Context(), &galleryv1.GetImageRequest{ImageId: id})
		return err == nil
	})
}

// uniqueStyle returns a style that no other test uses.
func uniqueStyle() string { return testkit.UniqueName("Style ") }

// TestListsByLikes has pictures of four ages with likes, of which the oldest has the most.
// Verifies FIND-1, FIND-2, FIND-3.
func TestListsByLikes(t *testing.T) {
	w := newEnvironment(t)
	style, other := uniqueStyle(), uniqueStyle()
	publish := func(age time.Duration, style string) string {
		return w.publishOne(t, func(a *mediav1.ArtworkPublished) {
			a.Type, a.Style, a.PublishTime = "art", style, timestamppb.New(time.Now().Add(-age))
		})
	}
	year, days := publish(365*24*time.Hour, style), publish(50*time.Hour, style)
	hours, fresh := publish(2*time.Hour, style), publish(time.Minute, style)
	elsewhere, hidden := publish(time.Minute, other), publish(time.Minute, style)
	w.publishEvent(t, mediav1.TopicArtwork, hidden,
		&mediav1.ArtworkWithdrawn{PublicationId: hidden, WithdrawTime: timestamppb.Now()})
	for id, likes := range map[string]int{year: 6, days: 5, hours: 3, elsewhere: 9} {
		w.awaitImage(t, id)
		for n := range likes {
			w.like(t, fmt.Sprint("visitor", n), "", id)
		}
	}
	w.awaitImage(t, fresh)
	for sort, want := range map[string][]string{
		"":         {fresh, hours, days, year},
		"newest":   {fresh, hours, days, year},
		"day":      {hours, fresh},
		"week":     {days, hours, fresh},
		"top":      {year, days, hours, fresh},
		"trending": {hours, fresh, days, year}, // 2 hours are less than 2 doublings, 50 hours are more than 3
	} {
		w.awaitList(t, sort+" of a style", &galleryv1.ListImagesRequest{Type: "art", Sort: sort, Style: style}, want...)
		if got := w.listAll(t, &galleryv1.ListImagesRequest{Type: "meme", Sort: sort, Style: style}); len(got) > 0 {
			t.Errorf("%s of another type: %v", sort, got)
		}
		// Ranks that change between two pages may move a picture past both.
		testkit.Eventually(t, sort+" of all styles", func() bool {
			ofAll := slices.DeleteFunc(w.listAll(t, &galleryv1.ListImagesRequest{Type: "art", Sort: sort}),
				func(id string) bool { return id != elsewhere && !slices.Contains(want, id) })
			return len(ofAll) == len(want)+1 && slices.Contains(ofAll, elsewhere)
		})
	}
}

// Verifies FIND-4, FIND-5, FIND-9.
func TestSearch(t *testing.T) {
	w := newEnvironment(t)
	mark := testkit.UniqueName("mark") // narrows searches to this test
	publish := func(caption string, more func(*mediav1.ArtworkPublished)) string {
		return w.publishOne(t, func(a *mediav1.ArtworkPublished) {
			a.Caption = caption + " " + mark
			if more != nil {
				more(a)
			}
		})
	}
	style, account := uniqueStyle(), uuid.NewString()
	first := publish("A Café burns brightly 🔥", nil)
	second := publish("Burning", func(a *mediav1.ArtworkPublished) { a.Scene, a.Style = "in Minecraft", style })
	signed := publish("", func(a *mediav1.ArtworkPublished) { a.Signature = "the wickedest" })
	named := publish("", func(a *mediav1.ArtworkPublished) {
		a.Signature, a.Account, a.Handle = "@Flame_"+mark, account, "@Flame_"+mark
	})
	portrait := publish("burn", func(a *mediav1.ArtworkPublished) { a.Type = "pfp" })
	hidden := publish("burns", nil)
	w.publishEvent(t, mediav1.TopicArtwork, hidden,
		&mediav1.ArtworkWithdrawn{PublicationId: hidden, WithdrawTime: timestamppb.Now()})
	for _, c := range []struct {
		query, kind, style string
		want               []string
	}{
		{"", "", "", []string{named, signed, second, first}},
		{"burn", "", "", []string{second, first}},
		{"BURNS", "", "", []string{first}},
		{"burn", "", style, []string{second}},
		{"burn", "pfp", "", []string{portrait}},
		{"cafe", "", "", []string{first}},
		{"burns! café?", "", "", []string{first}},
		{"🔥", "", "", []string{first}},
		{"minec", "", "", []string{second}},
		{"mincraft", "", "", []string{second}}, // no picture has it
		{"wickedest the", "", "", []string{signed}},
		{"@flame", "", "", []string{named}},
		{"burn minecraft cafe", "", "", nil},
		{"qqqqqqqqqqqqqqqq", "", "", nil},
	} {
		w.awaitList(t, "search for "+c.query,
			&galleryv1.ListImagesRequest{Query: c.query + " " + mark, Type: c.kind, Style: c.style, Sort: "top"}, c.want...)
	}
	for _, query := range []string{"?", "&|!", "\"'\\", "::*"} {
		if got := w.listAll(t, &galleryv1.ListImagesRequest{Query: query}); len(got) > 0 {
			t.Errorf("%s finds %v", query, got)
		}
	}

	// A changed handle is found at once on all pictures, the one of a private profile on none.
	w.publishEvent(t, identityv1.TopicProfile, account, &identityv1.ProfileChanged{Account: account,
		XHandle: "@Ember_" + mark, Version: 1, ChangeTime: timestamppb.Now()})
	w.awaitList(t, "the new handle is found", &galleryv1.ListImagesRequest{Query: "ember " + mark}, named)
	w.awaitList(t, "the old one is not", &galleryv1.ListImagesRequest{Query: "flame " + mark})
	w.publishEvent(t, identityv1.TopicProfile, account, &identityv1.ProfileChanged{Account: account,
		XHandle: "@Ember_" + mark, IsPrivate: true, Version: 2, ChangeTime: timestamppb.Now()})
	w.awaitList(t, "nor that of a private profile", &galleryv1.ListImagesRequest{Query: "ember " + mark})
	image, err := w.client.GetImage(t.Context(), &galleryv1.GetImageRequest{ImageId: named})
	if err != nil || image.GetHandle() != "@Ember_"+mark {
		t.Errorf("its picture is signed %q, %v", image.GetHandle(), err)
	}
}

// Verifies FIND-9.
func TestNoQueryFails(t *testing.T) {
	w := newEnvironment(t)
	rapid.Check(t, func(t *rapid.T) {
		r := &galleryv1.ListImagesRequest{Query: rapid.OneOf(rapid.String(),
			rapid.StringOf(rapid.SampledFrom([]rune(`'"\:*&|!()<-> a1é🔥蝋`)))).Draw(t, "query"),
			Style: rapid.String().Draw(t, "style"), Handle: rapid.SampledFrom([]string{"", "@ann", "%", "'"}).Draw(t, "handle")}
		_, err := w.client.ListImages(context.Background(), r)
		if err != nil && fault.From(err).Reason != "LIST_INVALID" {
			t.Errorf("%v: %v", r, err)
		}
	})
}

// changeProfile publishes a fact about an account.
func (w *environment) changeProfile(t *testing.T, p *identityv1.ProfileChanged) {
	t.Helper()
	p.ChangeTime = timestamppb.New(time.Date(2030, 1, 1, int(p.GetVersion()), 0, 0, 0, time.UTC))
	w.publishEvent(t, identityv1.TopicProfile, p.GetAccount(), p)
}

// Verifies FIND-6, FIND-7, FIND-8.
func TestAuthor(t *testing.T) {
	w := newEnvironment(t)
	account, handle := uuid.NewString(), testkit.UniqueName("@Ann_")
	sign := func(a *mediav1.ArtworkPublished) { a.Signature, a.Account, a.Handle = handle, account, handle }
	portrait := w.publishOne(t, func(a *mediav1.ArtworkPublished) { sign(a); a.Type = "pfp" })
	meme := w.publishOne(t, sign)
	hidden := w.publishOne(t, func(a *mediav1.ArtworkPublished) { sign(a); a.Type = "pfp" })
	pretender := w.publishOne(t, func(a *mediav1.ArtworkPublished) { a.Type, a.Signature = "pfp", handle })
	for i, id := range []string{portrait, meme, hidden, pretender} {
		w.awaitImage(t, id)
		for n := range i + 1 {
			w.like(t, fmt.Sprint("visitor", n), "", id)
		}
	}
	w.publishEvent(t, mediav1.TopicArtwork, hidden,
		&mediav1.ArtworkWithdrawn{PublicationId: hidden, WithdrawTime: timestamppb.Now()})
	ofAnn := func(change func(*galleryv1.ListImagesRequest)) *galleryv1.ListImagesRequest {
		r := &galleryv1.ListImagesRequest{Handle: strings.ToLower(handle[1:]), Sort: "top"}
		if change != nil {
			change(r)
		}
		return r
	}
	w.awaitList(t, "all of the handle", ofAnn(nil), meme, portrait)
	w.awaitList(t, "of a type", ofAnn(func(r *galleryv1.ListImagesRequest) { r.Type = "pfp" }), portrait)
	w.awaitList(t, "of no style", ofAnn(func(r *galleryv1.ListImagesRequest) { r.Style = "Oil" }))
	w.awaitList(t, "with a word", ofAnn(func(r *galleryv1.ListImagesRequest) { r.Query = "pictur" }), meme, portrait)
	w.awaitList(t, "without one", ofAnn(func(r *galleryv1.ListImagesRequest) { r.Query = "xyzxyzxyz" }))

	get := func(handle string) (*galleryv1.Author, error) {
		return w.client.GetAuthor(t.Context(), &galleryv1.GetAuthorRequest{Handle: handle})
	}
	choose := func(account, image string) error {
		_, err := w.client.SetCandle(withAccount(t.Context(), "phone", account),
			&galleryv1.SetCandleRequest{ImageId: image})
		return err
	}
	for name, id := range map[string]string{"a meme": meme, "a hidden one": hidden, "another's": pretender,
		"none": uuid.NewString(), "no id": "x"} {
		if err := choose(account, id); !errors.Is(err, gallery.ErrNotFound) {
			t.Errorf("%s is chosen: %v", name, err)
		}
	}
	if err := choose(uuid.NewString(), portrait); !errors.Is(err, gallery.ErrNotFound) {
		t.Errorf("by another account: %v", err)
	}
	if err := choose("", portrait); !errors.Is(err, gallery.ErrNotProven) {
		t.Errorf("without a session: %v", err)
	}
	if err := choose(account, portrait); err != nil {
		t.Fatal(err)
	}
	candle, err := w.client.GetImage(t.Context(), &galleryv1.GetImageRequest{ImageId: portrait})
	if err != nil {
		t.Fatal(err)
	}
	check := func(want *galleryv1.Author, handle string) {
		t.Helper()
		got, err := get(handle)
		if diff := cmp.Diff(want, got, protocmp.Transform()); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	want := &galleryv1.Author{Handle: handle, Images: 2, Likes: 3, Candle: candle}
	testkit.CheckComplete(t, want)
	check(want, strings.ToUpper(handle))
	if err := choose(account, ""); err != nil {
		t.Error(err)
	}
	check(&galleryv1.Author{Handle: handle, Images: 2, Likes: 3}, handle)
	if err := choose(account, portrait); err != nil {
		t.Error(err)
	}

	// The facts of the account arrive in another order, and another account takes its former handle.
	later := testkit.UniqueName("@later_")
	w.changeProfile(t, &identityv1.ProfileChanged{Account: account, XHandle: later, Version: 3})
	w.changeProfile(t, &identityv1.ProfileChanged{Account: account, XHandle: handle, IsPrivate: true, Version: 2})
	testkit.Eventually(t, "the handle has changed", func() bool { _, err := get(later); return err == nil })
	candle.Handle = later
	check(&galleryv1.Author{Handle: later, Images: 2, Likes: 3, Candle: candle}, later)
	if _, err := get(handle); !errors.Is(err, gallery.ErrAuthorNotFound) {
		t.Errorf("the former handle: %v", err)
	}
	w.changeProfile(t, &identityv1.ProfileChanged{Account: uuid.NewString(), XHandle: handle, Version: 4})
	testkit.Eventually(t, "it is another's", func() bool { _, err := get(handle); return err == nil })
	check(&galleryv1.Author{Handle: handle}, handle)

	w.changeProfile(t, &identityv1.ProfileChanged{Account: account, XHandle: later, IsPrivate: true, Version: 4})
	testkit.Eventually(t, "a private profile is not found", func() bool {
		_, err := get(later)
		return errors.Is(err, gallery.ErrAuthorNotFound)
	})
	w.awaitList(t, "nothing of a private profile", &galleryv1.ListImagesRequest{Handle: later})
	if image, err := w.client.GetImage(t.Context(), &galleryv1.GetImageRequest{ImageId: meme}); err != nil ||
		image.GetHandle() != later {
		t.Errorf("its pictures are signed %q, %v", image.GetHandle(), err)
	}
	for _, odd := range []string{"", "x y", "@nobody_" + uuid.NewString()[:8]} {
		if _, err := get(odd); !errors.Is(err, gallery.ErrAuthorNotFound) {
			t.Errorf("%q: %v", odd, err)
		}
	}
}

// Verifies FIND-10, FIND-11.
func TestRelatedImages(t *testing.T) {
	w := newEnvironment(t)
	account, handle, style := uuid.NewString(), testkit.UniqueName("@Ann_"), uniqueStyle()
	publish := func(change func(*mediav1.ArtworkPublished)) string {
		return w.publishOne(t, func(a *mediav1.ArtworkPublished) {
			a.Style = uniqueStyle()
			if change != nil {
				change(a)
			}
		})
	}
	older := publish(nil)
	parent := publish(func(a *mediav1.ArtworkPublished) { a.Type = "art" })
	hiddenOlder := publish(nil)
	of := publish(func(a *mediav1.ArtworkPublished) {
		a.Style, a.Account, a.Handle, a.ParentId = style, account, handle, parent
	})
	newer := publish(func(a *mediav1.ArtworkPublished) { a.Style = style })
	var remixes []string
	for range gallery.MaxRemixes + 2 {
		remixes = append(remixes, publish(func(a *mediav1.ArtworkPublished) { a.Type, a.ParentId = "pfp", of }))
	}
	var mine, alike []string
	for range gallery.MaxAlike + 1 {
		mine = append(mine, publish(func(a *mediav1.ArtworkPublished) {
			a.Type, a.Account, a.Handle = "pfp", account, handle
		}))
		alike = append(alike, publish(func(a *mediav1.ArtworkPublished) { a.Style = style }))
	}
	last := publish(nil)
	withdraw := func(id string) {
		w.publishEvent(t, mediav1.TopicArtwork, id,
			&mediav1.ArtworkWithdrawn{PublicationId: id, WithdrawTime: timestamppb.Now()})
		testkit.Eventually(t, "the picture is gone", func() bool {
			_, err := w.client.GetImage(t.Context(), &galleryv1.GetImageRequest{ImageId: id})
			return errors.Is(err, gallery.ErrNotFound)
		})
	}
	for _, id := range slices.Concat([]string{older, parent, of, newer, last}, remixes, mine, alike) {
		w.awaitImage(t, id)
	}
	for _, id := range []string{hiddenOlder, remixes[0], mine[0], alike[0]} {
		withdraw(id)
	}
	image := func(id string) *galleryv1.Image {
		i, err := w.client.GetImage(t.Context(), &galleryv1.GetImageRequest{ImageId: id})
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	// newestFirst returns the newest of pictures that are given oldest first.
	newestFirst := func(ids []string, n int) (images []*galleryv1.Image) {
		for _, id := range slices.Backward(ids[max(0, len(ids)-n):]) {
			images = append(images, image(id))
		}
		return images
	}
	related := func(id string) *galleryv1.RelatedImages {
		r, err := w.client.GetRelatedImages(t.Context(), &galleryv1.GetRelatedImagesRequest{ImageId: id})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	want := &galleryv1.RelatedImages{OlderId: older, NewerId: newer, Parent: image(parent),
		Remixes: newestFirst(remixes[1:], gallery.MaxRemixes), GoneRemixes: 1,
		ByHandle: newestFirst(mine[1:], gallery.MaxAlike), InStyle: newestFirst(alike[1:], gallery.MaxAlike)}
	if diff := cmp.Diff(want, related(of), protocmp.Transform()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	withdraw(parent)
	w.changeProfile(t, &identityv1.ProfileChanged{Account: account, XHandle: handle, IsPrivate: true, Version: 1})
	want.Parent, want.ParentGone, want.ByHandle = nil, true, nil
	for _, shown := range slices.Concat(want.Remixes, want.InStyle) {
		shown.Handle = image(shown.GetId()).GetHandle()
	}
	testkit.Eventually(t, "neither the parent nor a private profile's pictures are named", func() bool {
		return cmp.Equal(want, related(of), protocmp.Transform())
	})
	if r := related(last); r.GetParentGone() || r.GetParent() != nil || len(r.GetByHandle()) > 0 ||
		len(r.GetRemixes()) > 0 {
		t.Errorf("a picture without author and parent: %v", r)
	}
	for _, id := range []string{parent, uuid.NewString(), "x"} {
		_, err := w.client.GetRelatedImages(t.Context(), &galleryv1.GetRelatedImagesRequest{ImageId: id})
		if !errors.Is(err, gallery.ErrNotFound) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestVideosHaveMakers has a video whose event of the last release names no maker, and then the one of
// this release, published again.
// Verifies VIDEO-12, VIDEO-15.
func TestVideosHaveMakers(t *testing.T) {
	w := newEnvironment(t)
	id, account, handle := uuid.NewString(), uuid.NewString(), "@"+testkit.UniqueName("ann")
	fact := &mediav1.VideoShared{VideoId: id, PosterObjectName: "videos/x.webp", Description: "a story",
		ShareTime: timestamppb.New(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC))}
	w.publishEvent(t, mediav1.TopicVideo, id, fact)
	w.awaitImage(t, id)
	fact.Source, fact.ScriptSource, fact.Account, fact.Handle = "composer", "visitor", account, handle
	w.publishEvent(t, mediav1.TopicVideo, id, fact)
	byHandle := &galleryv1.ListImagesRequest{Handle: handle}
	w.awaitList(t, "the profile lists the video", byHandle, id)
	want := &galleryv1.Image{Id: id, ObjectName: "videos/x.webp", Type: "video", Caption: "a story", Signature: handle,
		Handle: handle, Source: "composer", CreateTime: fact.GetShareTime()}
	image, err := w.client.GetImage(t.Context(), &galleryv1.GetImageRequest{ImageId: id})
	if diff := cmp.Diff(want, image, protocmp.Transform()); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	author, err := w.client.GetAuthor(t.Context(), &galleryv1.GetAuthorRequest{Handle: handle})
	if err != nil || author.GetImages() != 1 {
		t.Errorf("the profile counts %v, %v", author, err)
	}
	w.publishEvent(t, mediav1.TopicVideo, id, &mediav1.VideoRemoved{VideoId: id, RemoveTime: timestamppb.Now()})
	w.awaitList(t, "its maker withdrew it", byHandle)
}

// Verifies FIND-12, FIND-13.
func TestVideosAreListed(t *testing.T) {
	w := newEnvironment(t)
	id, mark := uuid.NewString(), testkit.UniqueName("mark")
	spoken := strings.TrimSpace(mark + strings.Repeat(" candle", 60))
	fact := &mediav1.VideoShared{VideoId: id, ObjectName: "videos/x.mp4", PosterObjectName: "videos/x.webp",
		Title: "BicTok Video", Description: spoken, ShareTime: timestamppb.New(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC))}
	w.publishEvent(t, mediav1.TopicVideo, id, fact)
	w.awaitImage(t, id)
	get := func() (*galleryv1.Image, error) {
		return w.client.GetImage(t.Context(), &galleryv1.GetImageRequest{ImageId: id})
	}
	w.like(t, "ann", "", id)
	image, err := get()
	if err != nil {
		t.Fatal(err)
	}
	caption := strings.TrimSpace(spoken[:len(mark)]+strings.Repeat(" candle", (279-len(mark))/7)) + "…"
	want := &galleryv1.Image{Id: id, ObjectName: "videos/x.webp", Type: "video", Caption: caption, Likes: 1,
		CreateTime: fact.GetShareTime()}
	if diff := cmp.Diff(want, image, protocmp.Transform()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	search := &galleryv1.ListImagesRequest{Type: "video", Query: mark}
	w.awaitList(t, "the video is listed", search, id)
	w.awaitList(t, "not among memes", &galleryv1.ListImagesRequest{Query: mark})

	w.publishEvent(t, mediav1.TopicVideo, id,
		&mediav1.VideoHidden{VideoId: id, HideTime: timestamppb.Now(), Version: 2})
	w.awaitList(t, "the video is hidden", search)
	w.publishEvent(t, mediav1.TopicVideo, id,
		&mediav1.VideoRestored{VideoId: id, RestoreTime: timestamppb.Now(), Version: 3})
	w.awaitList(t, "the video is back", search, id)
	if back, err := get(); err != nil || back.GetLikes() != 1 {
		t.Errorf("%v, %v", back, err)
	}
	w.publishEvent(t, mediav1.TopicVideo, id, &mediav1.VideoRemoved{VideoId: id, RemoveTime: timestamppb.Now()})
	w.awaitList(t, "the video is removed", search)
	testkit.Eventually(t, "nothing is left of it", func() bool {
		return testkit.QueryOne[int](t, w.Database(t), `SELECT (SELECT count(*) FROM generated_images WHERE id = $1)
			+ (SELECT count(*) FROM image_ranks WHERE image_id = $1)
			+ (SELECT count(*) FROM image_words WHERE image_id = $1)`, id) == 0
	})
}

// TestFactsOfPublicationsAreComplete compares the facts behind a picture with its event, after its
// author changed the handle: mcwickctl compares them with media's.
// Verifies FIND-15.
func TestFactsOfPublicationsAreComplete(t *testing.T) {
	w := newEnvironment(t)
	account, fact := uuid.NewString(), &mediav1.ArtworkPublished{}
	id := w.publishOne(t, func(a *mediav1.ArtworkPublished) {
		a.Account, a.Handle, a.ParentId = account, "@Ann", uuid.NewString()
		fact = a
	})
	video := uuid.NewString()
	w.publishEvent(t, mediav1.TopicVideo, video, &mediav1.VideoShared{VideoId: video, ShareTime: timestamppb.Now()})
	w.awaitImage(t, video)
	w.awaitImage(t, id)
	w.changeProfile(t, &identityv1.ProfileChanged{Account: account, XHandle: "@Later", Version: 1})
	testkit.Eventually(t, "the handle has changed", func() bool {
		i, err := w.client.GetImage(t.Context(), &galleryv1.GetImageRequest{ImageId: id})
		return err == nil && i.GetHandle() == "@Later"
	})
	operator := galleryv1.NewGalleryOperatorServiceClient(w.DialOperator(t, "token-a"))
	for after := ""; ; {
		page, err := operator.ListFacts(t.Context(), &galleryv1.ListFactsRequest{AfterId: after, PageSize: 100})
		if err != nil {
			t.Fatal(err)
		}
		if len(page.GetPublications()) == 0 {
			t.Fatal("the picture is not listed")
		}
		for _, p := range page.GetPublications() {
			switch after = p.GetPublished().GetPublicationId(); after {
			case video:
				t.Error("a video is listed as a publication")
			case id:
				if diff := cmp.Diff(fact, p.GetPublished(), protocmp.Transform()); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
				return
			}
		}
	}
}

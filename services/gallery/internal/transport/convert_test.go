package transport

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

var published = time.Date(2030, 1, 2, 3, 4, 5, 6000, time.UTC)

func TestArtworkEventBecomesImage(t *testing.T) {
	id, parent := uuid.New(), uuid.New()
	fact := &mediav1.ArtworkPublished{
		PublicationId: id.String(), ObjectName: "object", Type: "art", Prompt: "prompt", Action: "action",
		Scene: "scene", Style: "style",
		Signature: "signature", Caption: "caption", PublishTime: timestamppb.New(published), VisitorId: "visitor",
		Variants:    []*mediav1.ArtworkVariant{{ObjectName: "narrow", Width: 320}, {ObjectName: "wide", Width: 640}},
		Placeholder: "placeholder",
		Traits:      map[string]string{"base": "diamond"}, Seed: 7, Source: "composer",
		Account: "account", Handle: "@ann", ParentId: parent.String(), HasTexts: true,
	}
	testkit.CheckComplete(t, fact)
	testkit.CheckComplete(t, fact.GetVariants()[0])
	artwork, err := decodeArtwork(fact)
	if err != nil {
		t.Fatal(err)
	}
	artwork.Likes, artwork.Handle = 7, "@later"
	want := gallery.Artwork{
		Image: gallery.Image{
			ID: id, ObjectName: "object", Type: gallery.TypeArt, Action: "action", Scene: "scene", Style: "style",
			Signature: "signature", Caption: "caption", Likes: 7, Created: published,
			Variants:    []gallery.Variant{{ObjectName: "narrow", Width: 320}, {ObjectName: "wide", Width: 640}},
			Placeholder: "placeholder", Source: "composer", HasTexts: true, Handle: "@later",
		},
		Prompt: "prompt", Traits: map[string]string{"base": "diamond"}, Seed: 7,
		Account: "account", SignedHandle: "@ann", Parent: parent,
	}
	if diff := cmp.Diff(want, artwork); diff != "" {
		t.Errorf("from the event (-want +got):\n%s", diff)
	}
	for _, v := range []reflect.Value{reflect.ValueOf(want), reflect.ValueOf(want.Image)} {
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("%s has no value in this test", v.Type().Field(i).Name)
			}
		}
	}
	shown := &galleryv1.Image{
		Id: id.String(), ObjectName: "object", Type: "art", Action: "action", Scene: "scene", Style: "style",
		Signature: "signature", Caption: "caption", Likes: 7, CreateTime: timestamppb.New(published),
		Variants:    []*galleryv1.Variant{{ObjectName: "narrow", Width: 320}, {ObjectName: "wide", Width: 640}},
		Placeholder: "placeholder", Source: "composer", HasTexts: true, Handle: "@later",
	}
	testkit.CheckComplete(t, shown)
	testkit.CheckComplete(t, shown.GetVariants()[0])
	if diff := cmp.Diff(shown, encodeImage(artwork.Image), protocmp.Transform()); diff != "" {
		t.Errorf("to the client (-want +got):\n%s", diff)
	}
}

func TestInvalidArtworksAreRejected(t *testing.T) {
	for name, fact := range map[string]*mediav1.ArtworkPublished{
		"no id":        {Type: "meme"},
		"no type":      {PublicationId: uuid.NewString()},
		"unknown type": {PublicationId: uuid.NewString(), Type: "poem"},
		"a video":      {PublicationId: uuid.NewString(), Type: "video"},
		"odd parent":   {PublicationId: uuid.NewString(), Type: "meme", ParentId: "x"},
	} {
		if _, err := decodeArtwork(fact); err == nil {
			t.Errorf("%s is shown", name)
		}
	}
}

func TestDecodeListImagesReadsEveryField(t *testing.T) {
	r := &galleryv1.ListImagesRequest{Type: "pfp", Cursor: "cursor", PageSize: 3, Sort: "top", Style: "Anime",
		Query: "query", Handle: "@ann"}
	testkit.CheckComplete(t, r)
	got, err := decodeListImages(t.Context(), r)
	if want := (gallery.ListImagesInput{Type: "pfp", After: "cursor", Size: 3, Sort: "top", Style: "Anime", Query: "query",
		Handle: "@ann"}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
}

var (
	settled = rpc.Caller{Visitor: "ann", Account: "account", Lane: "lane", Standing: rpc.StandingSettled}

	settledIdentity = gallery.Identity{Visitor: "ann", Account: "account", Lane: "lane", Settled: true}
)

func TestDecodeListLikesReadsEveryField(t *testing.T) {
	r := &galleryv1.ListLikesRequest{Ids: []string{"a", "b"}}
	testkit.CheckComplete(t, r)
	got, err := decodeListLikes(rpc.WithCaller(t.Context(), settled), r)
	if want := (gallery.ListLikesInput{ImageIDs: []string{"a", "b"},
		Identity: settledIdentity}); err != nil || !cmp.Equal(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestDecodeLikeImageReadsEveryField(t *testing.T) {
	r := &galleryv1.LikeImageRequest{ImageId: "image"}
	testkit.CheckComplete(t, r)
	got, err := decodeLikeImage(rpc.WithCaller(t.Context(), settled), r)
	if want := (gallery.LikeImageInput{ImageID: "image",
		Identity: settledIdentity}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
}

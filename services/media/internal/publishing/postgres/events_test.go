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
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/media/internal/publishing/render"
)

func TestPublishedEventHasEveryField(t *testing.T) {
	t.Parallel()
	created := time.Date(2030, 1, 2, 3, 4, 5, 6000, time.UTC)
	p := publications.Publication{
		ID: uuid.New(), Signature: "signature", Caption: "caption", ObjectName: "object", Created: created,
		Variants: []publications.Variant{{ObjectName: "narrow", Width: 320}}, Placeholder: "placeholder",
		Overlays: []render.Overlay{{Content: "GM"}},
		Account:  "account", Handle: "@signature", ParentID: uuid.NullUUID{UUID: uuid.New(), Valid: true},
		Artwork: publications.Artwork{
			ID: uuid.New(), Visitor: "visitor", Type: publications.TypeMeme, Prompt: "prompt", Action: "action",
			Scene: "scene", Style: "style",
			Traits: map[string]string{"base": "diamond"}, Seed: 7, ObjectName: "background",
			Created: created.Add(time.Hour),
			Origin:  origin.Origin{Source: origin.SourceComposer, Generator: "never told"},
		},
	}
	id := p.ID.String()
	event, err := publishedEvent(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	fact := &mediav1.ArtworkPublished{}
	if err := proto.Unmarshal(event.Payload, fact); err != nil {
		t.Fatal(err)
	}
	want := &mediav1.ArtworkPublished{
		PublicationId: id, ObjectName: "object", Type: "meme", Prompt: "prompt", Action: "action", Scene: "scene",
		Style:     "style",
		Signature: "signature", Caption: "caption", PublishTime: timestamppb.New(created), VisitorId: "visitor",
		Variants: []*mediav1.ArtworkVariant{{ObjectName: "narrow", Width: 320}}, Placeholder: "placeholder",
		Traits: map[string]string{"base": "diamond"}, Seed: 7, Source: "composer", Account: "account",
		Handle: "@signature", ParentId: p.ParentID.UUID.String(), HasTexts: true,
	}
	testkit.CheckComplete(t, want)
	testkit.CheckComplete(t, want.GetVariants()[0])
	if diff := cmp.Diff(want, fact, protocmp.Transform()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if event.Topic != mediav1.TopicArtwork || event.Key != id {
		t.Errorf("on %s under %s", event.Topic, event.Key)
	}
}

package transport

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/moderation/api/decisions"
)

func assertEqual(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestDecodeStoreReadsEveryField(t *testing.T) {
	t.Parallel()
	r := &mediav1.StoreArtworkRequest{
		ArtworkId: "id", VisitorId: "visitor", Type: "type", Image: []byte("image"),
		Prompt: "prompt", Action: "action", Scene: "scene", Style: "style",
		Traits: map[string]string{"base": "diamond"}, Seed: 7,
		Source: "composer", Generator: "generator",
	}
	testkit.CheckComplete(t, r)
	got, err := decodeStore(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	assertEqual(t, publications.StoreInput{
		ID: "id", Visitor: "visitor", Type: "type", Image: []byte("image"),
		Prompt: "prompt", Action: "action", Scene: "scene", Style: "style",
		Traits: map[string]string{"base": "diamond"}, Seed: 7,
		Origin: origin.Origin{Source: origin.SourceComposer, Generator: "generator"},
	}, got)
}

func TestDecodeLayOutReadsEveryField(t *testing.T) {
	t.Parallel()
	r := &mediav1.LayOutTextRequest{Content: "gm", FontFamily: "Impact", FontSize: 64}
	testkit.CheckComplete(t, r)
	got, err := decodeLayOut(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	assertEqual(t, publications.LayoutInput{Content: "gm", FontFamily: "Impact", FontSize: 64}, got)
}

func TestDecodePublishReadsEveryField(t *testing.T) {
	t.Parallel()
	o := &mediav1.Overlay{Content: "gm", FontFamily: "Impact", FontSize: 64, Color: "#ffc83d", Rotation: 15, X: 100.5,
		Y: 200.25}
	r := &mediav1.PublishRequest{ArtworkId: "artwork", Overlays: []*mediav1.Overlay{o}, Signature: "signature",
		Caption: "caption", ParentId: "parent"}
	testkit.CheckComplete(t, o)
	testkit.CheckComplete(t, r)
	in, err := decodePublish(rpc.WithCaller(t.Context(),
		rpc.Caller{Visitor: "ann", Account: "account", Handle: "@ann", Lane: "lane", IdempotencyKey: "key"}), r)
	if err != nil {
		t.Fatal(err)
	}
	assertEqual(t, publications.PublishInput{
		ArtworkID: "artwork", Visitor: "ann", Account: "account", Handle: "@ann", Lane: "lane", Key: "key",
		Signature: "signature", Caption: "caption", ParentID: "parent",
		Overlays: []render.Overlay{{Content: "gm", FontFamily: "Impact", FontSize: 64, Color: "#ffc83d", Rotation: 15,
			X: 100.5, Y: 200.25}},
	}, in)
}

func TestEncodersKeepEveryField(t *testing.T) {
	t.Parallel()
	a := publications.Artwork{ID: uuid.New(), ObjectName: "background",
		Origin: origin.Origin{Source: origin.SourceAI, Generator: "generator"}}
	artwork := encodeArtwork(a)
	testkit.CheckComplete(t, artwork)
	assertEqual(t, &mediav1.Artwork{Id: a.ID.String(), ObjectName: "background", Source: "ai", Generator: "generator"},
		artwork)

	p := publications.Published{
		ID: uuid.New(), Type: publications.TypePFP, ObjectName: "object", Caption: "caption",
		Created:  time.Date(2030, 1, 2, 3, 4, 5, 6000, time.UTC),
		Variants: []publications.Variant{{ObjectName: "narrow", Width: 320}}, Placeholder: "placeholder",
		Source: origin.SourceComposer, AwaitsCheck: true,
	}
	p.State = moderation.State{Hidden: &p.Created, Reason: decisions.ReasonSpam, Message: "message",
		Decided: &p.Created}
	decided := &mediav1.PublicationModeration{State: mediav1.ModerationState_MODERATION_STATE_HIDDEN,
		Reason: mediav1.ReportReason_REPORT_REASON_SPAM, Message: "message", HideTime: timestamppb.New(p.Created),
		CanAppeal: true}
	publication := &mediav1.Publication{
		Id: p.ID.String(), Type: "pfp", ObjectName: "object", Caption: "caption",
		CreateTime: timestamppb.New(p.Created),
		Variants:   []*mediav1.ArtworkVariant{{ObjectName: "narrow", Width: 320}}, Placeholder: "placeholder",
		Source: "composer", AwaitsCheck: true, Moderation: decided,
	}
	testkit.CheckComplete(t, publication)
	testkit.CheckComplete(t, publication.GetVariants()[0])
	answer := encodePublication(p)
	assertEqual(t, publication, answer)

	list := &mediav1.ListPublicationsResponse{Publications: []*mediav1.Publication{publication}, NextCursor: "next"}
	testkit.CheckComplete(t, list)
	page := encodePage(publications.Page{Publications: []publications.Published{p}, Next: "next"})
	assertEqual(t, list, page)
}

func TestDecodeOwnerRequestsReadsEveryField(t *testing.T) {
	t.Parallel()
	caller, owner := rpc.Caller{Visitor: "ann", Account: "account"},
		moderation.Owner{Visitor: "ann", Account: "account"}
	list := &mediav1.ListPublicationsRequest{Cursor: "cursor", PageSize: 3}
	testkit.CheckComplete(t, list)
	page, err := decodeList(rpc.WithCaller(t.Context(), caller), list)
	if err != nil {
		t.Fatal(err)
	}
	assertEqual(t, publications.ListInput{Caller: owner, After: "cursor", Size: 3}, page)

	withdraw := &mediav1.WithdrawPublicationRequest{PublicationId: "publication"}
	testkit.CheckComplete(t, withdraw)
	withdrawal, err := decodeWithdraw(rpc.WithCaller(t.Context(), caller), withdraw)
	if err != nil {
		t.Fatal(err)
	}
	assertEqual(t, publications.WithdrawInput{PublicationID: "publication", Caller: owner}, withdrawal)
}

func TestDecodeReportReadsEveryField(t *testing.T) {
	t.Parallel()
	for known, reason := range map[mediav1.ReportReason]decisions.Reason{
		mediav1.ReportReason_REPORT_REASON_SPAM: "spam", mediav1.ReportReason_REPORT_REASON_OFFENSIVE: "offensive",
		mediav1.ReportReason_REPORT_REASON_PERSON: "person", mediav1.ReportReason_REPORT_REASON_COPYRIGHT: "copyright",
		mediav1.ReportReason_REPORT_REASON_OTHER: "other", 77: "",
	} {
		r := &mediav1.ReportPublicationRequest{PublicationId: "publication", Reason: known, Note: "note"}
		testkit.CheckComplete(t, r)
		got, err := decodeReport(rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "ann"}), r)
		if err != nil {
			t.Fatal(err)
		}
		assertEqual(t, publications.ReportInput{PublicationID: "publication", Visitor: "ann", Reason: reason,
			Note: "note"}, got)
	}
	if len(moderation.Reasons) != len(mediav1.ReportReason_name)-1 {
		t.Errorf("%d of %d reasons are known", len(moderation.Reasons), len(mediav1.ReportReason_name)-1)
	}
}

func TestDecodeOperatorRequestsReadsEveryField(t *testing.T) {
	t.Parallel()
	show := &mediav1.ShowPublicationRequest{PublicationId: "publication",
		Size: mediav1.PictureSize_PICTURE_SIZE_SMALL}
	testkit.CheckComplete(t, show)
	in, err := decodeShow(t.Context(), show)
	if err != nil {
		t.Fatal(err)
	}
	assertEqual(t, publications.ShowInput{PublicationID: "publication", Small: true}, in)

	art := &mediav1.ImportArtRequest{Image: []byte("image"), Caption: "caption", Signature: "signature",
		IdempotencyKey: "key", Note: "note"}
	testkit.CheckComplete(t, art)
	imported, err := decodeImport(t.Context(), art)
	if err != nil {
		t.Fatal(err)
	}
	assertEqual(t, publications.ImportInput{Image: []byte("image"), Caption: "caption", Signature: "signature",
		Key: "key", Note: "note"}, imported)
}

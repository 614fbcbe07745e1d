package main

import (
	"bytes"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/image/webp"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// listWorks reads all pages of works as an operator and returns their ids in order.
func (w *environment) listWorks(t *testing.T, r *mediav1.ListWorksRequest) (ids []string) {
	t.Helper()
	client := mediav1.NewWorkOperatorServiceClient(w.DialOperator(t, "token-a"))
	for more := true; more; more = r.GetCursor() != "" {
		page, err := client.ListWorks(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range page.GetWorks() {
			ids = append(ids, one.GetId())
		}
		r.Cursor = page.GetNextCursor()
	}
	return ids
}

// publishFrom publishes a drawing of a visitor, with or without an account, from a network.
func (w *environment) publishFrom(t *testing.T, by rpc.Caller, c color.Color) *mediav1.Publication {
	t.Helper()
	by.IdempotencyKey = uuid.NewString()
	artwork := w.store(t, func(r *mediav1.StoreArtworkRequest) {
		r.VisitorId, r.Image = by.Visitor, newDrawing(t, 256, c)
	})
	p, err := w.client.Publish(rpc.WithCaller(t.Context(), by), &mediav1.PublishRequest{
		ArtworkId: artwork.GetArtworkId(), Caption: "caption", Signature: "@ann", Overlays: []*mediav1.Overlay{gmOverlay()}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Verifies MOD-77.
func TestOperatorsListWorksOfBothKindsAsTheyCome(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, small)
	account := uuid.NewString()
	first := w.publishFrom(t, rpc.Caller{Visitor: "ann", Account: account, Lane: "lane"}, color.White)
	made := w.newVideo(t, w.speak(t, "Gm."))
	if _, err := w.videos.ShareVideo(rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "ann", Account: account, Lane: "lane"}),
		&mediav1.ShareVideoRequest{VideoId: made.GetId()}); err != nil {
		t.Fatal(err)
	}
	w.newVideo(t, w.speak(t, "Never shared."))
	last := w.publishFrom(t, rpc.Caller{Visitor: "bob"}, color.Black)

	for name, c := range map[string]struct {
		request *mediav1.ListWorksRequest
		want    []string
	}{
		"all":       {&mediav1.ListWorksRequest{}, []string{last.GetId(), made.GetId(), first.GetId()}},
		"in pages":  {&mediav1.ListWorksRequest{PageSize: 1}, []string{last.GetId(), made.GetId(), first.GetId()}},
		"a device":  {&mediav1.ListWorksRequest{MakerDevice: "ann", PageSize: 1}, []string{made.GetId(), first.GetId()}},
		"a network": {&mediav1.ListWorksRequest{Lane: "lane", PageSize: 1}, []string{made.GetId(), first.GetId()}},
		"account":   {&mediav1.ListWorksRequest{MakerAccount: account}, []string{made.GetId(), first.GetId()}},
		"since":     {&mediav1.ListWorksRequest{Since: last.GetCreateTime()}, []string{last.GetId()}},
		"a picture": {&mediav1.ListWorksRequest{Id: first.GetId()}, []string{first.GetId()}},
		"a video":   {&mediav1.ListWorksRequest{Id: made.GetId()}, []string{made.GetId()}},
		"no work":   {&mediav1.ListWorksRequest{Id: uuid.NewString()}, nil},
		"nobody":    {&mediav1.ListWorksRequest{MakerDevice: "eve"}, nil},
	} {
		if diff := cmp.Diff(c.want, w.listWorks(t, c.request)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	page, err := mediav1.NewWorkOperatorServiceClient(w.DialOperator(t, "token-a")).ListWorks(t.Context(),
		&mediav1.ListWorksRequest{Lane: "lane"})
	if err != nil {
		t.Fatal(err)
	}
	picture := &mediav1.Work{Kind: mediav1.WorkKind_WORK_KIND_PICTURE, Id: first.GetId(), Type: "meme",
		Caption: "caption", Signature: "@ann", Texts: []string{"gm"}, ObjectName: first.GetObjectName(),
		CreateTime: first.GetCreateTime(), State: mediav1.WorkState_WORK_STATE_PUBLIC, MakerDevice: "ann",
		MakerAccount: account, Lane: "lane"}
	testkit.CheckComplete(t, picture)
	film := &mediav1.Work{Kind: mediav1.WorkKind_WORK_KIND_VIDEO, Id: made.GetId(), Type: "subway",
		Texts: []string{"Gm."}, ObjectName: made.GetObjectName(), State: mediav1.WorkState_WORK_STATE_PUBLIC,
		MakerDevice: "ann", MakerAccount: account, Lane: "lane", CreateTime: page.GetWorks()[0].GetCreateTime()}
	if diff := cmp.Diff([]*mediav1.Work{film, picture}, page.GetWorks(), protocmp.Transform()); diff != "" {
		t.Errorf("the works of a network (-want +got):\n%s", diff)
	}
}

func TestListWorksRefusesInvalidRequests(t *testing.T) {
	t.Parallel()
	client := mediav1.NewWorkOperatorServiceClient(newEnvironment(t).DialOperator(t, "token-a"))
	for name, r := range map[string]*mediav1.ListWorksRequest{
		"two filters":  {MakerDevice: "ann", Lane: "lane"},
		"like nothing": {LooksLike: "x"},
		"no id":        {Id: "x"},
		"a cursor":     {Cursor: "x"},
		"a large page": {PageSize: 101},
	} {
		_, err := client.ListWorks(t.Context(), r)
		if fault.From(err) == nil || fault.From(err).Reason != "LIST_INVALID" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Verifies MOD-78.
func TestWorksThatLookAlikeAreListed(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	by := rpc.Caller{Visitor: "ann"}
	first := w.publishFrom(t, by, color.RGBA{255, 128, 0, 255})
	alike := w.publishFrom(t, by, color.RGBA{255, 129, 0, 255})
	other := w.publishFrom(t, by, color.RGBA{0, 0, 255, 255})
	got := w.listWorks(t, &mediav1.ListWorksRequest{LooksLike: first.GetId()})
	if diff := cmp.Diff([]string{alike.GetId(), first.GetId()}, got); diff != "" {
		t.Errorf("of %s too? (-want +got):\n%s", other.GetId(), diff)
	}
	if got := w.listWorks(t, &mediav1.ListWorksRequest{LooksLike: uuid.NewString()}); len(got) > 0 {
		t.Errorf("like nothing: %v", got)
	}
}

// Verifies MOD-77.
func TestWorksSayWhetherVisitorsSeeThem(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	automatic := w.publish(t, "ann", "")
	public, hidden, removed, withdrawn := w.publish(t, "ann", ""), w.publish(t, "ann", ""), w.publish(t, "ann", ""),
		w.publish(t, "ann", "")
	w.decide(t, moderation, automatic, moderationv1.Action_ACTION_HIDE,
		func(m *moderationv1.DecisionMade) { m.IsAutomatic = true })
	w.decide(t, moderation, hidden, moderationv1.Action_ACTION_HIDE)
	w.decide(t, moderation, removed, moderationv1.Action_ACTION_REMOVE)
	for _, p := range []*mediav1.Publication{automatic, hidden, removed} {
		w.awaitStatus(t, p, 410)
	}
	if _, err := w.client.WithdrawPublication(withVisitor(t.Context(), ""),
		&mediav1.WithdrawPublicationRequest{PublicationId: withdrawn.GetId()}); err != nil {
		t.Fatal(err)
	}
	page, err := mediav1.NewWorkOperatorServiceClient(w.DialOperator(t, "token-a")).ListWorks(t.Context(),
		&mediav1.ListWorksRequest{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]mediav1.WorkState{}
	for _, one := range page.GetWorks() {
		got[one.GetId()] = one.GetState()
	}
	if diff := cmp.Diff(map[string]mediav1.WorkState{
		automatic.GetId(): mediav1.WorkState_WORK_STATE_HIDDEN_AUTOMATICALLY,
		public.GetId():    mediav1.WorkState_WORK_STATE_PUBLIC, hidden.GetId(): mediav1.WorkState_WORK_STATE_HIDDEN,
		removed.GetId(): mediav1.WorkState_WORK_STATE_REMOVED,
	}, got); diff != "" {
		t.Error(diff)
	}
}

// Verifies MOD-79.
func TestOperatorsSeeSmallPictureAlsoWhileItIsHidden(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	p := w.publish(t, "ann", "")
	w.decide(t, moderation, p, moderationv1.Action_ACTION_HIDE)
	w.awaitStatus(t, p, 410)
	show := &mediav1.ShowPublicationRequest{PublicationId: p.GetId(), Size: mediav1.PictureSize_PICTURE_SIZE_SMALL}
	got, err := w.operator(t, "token-a").ShowPublication(t.Context(), show)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := webp.Decode(bytes.NewReader(got.GetData())); err != nil || m.Bounds().Dx() != 640 ||
		got.GetContentType() != "image/webp" {
		t.Errorf("%s, %v", got.GetContentType(), err)
	}
	if err := os.Remove(filepath.Join(w.objects, variant(p, 640))); err != nil {
		t.Fatal(err)
	}
	if got, err = w.operator(t, "token-a").ShowPublication(t.Context(), show); err != nil ||
		got.GetContentType() != "image/png" {
		t.Errorf("one without variants: %s, %v", got.GetContentType(), err)
	}
}

// Verifies MOD-79.
func TestOperatorsSeeVideoAlsoWhileItIsHidden(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	film := w.fetch(t, v.GetObjectName())
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_HIDE)
	w.awaitVideoGone(t, v)
	client := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
	var pieces [][]byte
	for _, offset := range []int64{100, int64(len(film))} {
		r := &mediav1.ShowVideoRequest{VideoId: v.GetId(), Offset: offset}
		got, err := client.ShowVideo(t.Context(), r)
		if err != nil || got.GetSize() != int64(len(film)) || got.GetContentType() != "video/mp4" {
			t.Fatalf("%v, %v", got, err)
		}
		pieces = append(pieces, got.GetContent())
	}
	if !slices.Equal(slices.Concat(pieces...), film[100:]) {
		t.Error("the film differs")
	}
	poster, err := client.ShowVideo(t.Context(),
		&mediav1.ShowVideoRequest{VideoId: v.GetId(), File: mediav1.VideoFile_VIDEO_FILE_POSTER})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := webp.Decode(bytes.NewReader(poster.GetContent())); err != nil ||
		poster.GetContentType() != "image/webp" {
		t.Errorf("the poster: %s, %v", poster.GetContentType(), err)
	}
	private := w.newVideo(t, w.speak(t, "Mine."))
	for name, r := range map[string]*mediav1.ShowVideoRequest{
		"VIDEO_NOT_FOUND": {VideoId: private.GetId()},
		"SHOW_INVALID":    {VideoId: v.GetId(), Offset: int64(len(film)) + 1},
	} {
		if _, err := client.ShowVideo(t.Context(), r); fault.From(err) == nil || fault.From(err).Reason != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWorksAreForOperatorsAlone calls the port of other services.
func TestWorksAreForOperatorsAlone(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	r := &mediav1.ListWorksRequest{Since: timestamppb.New(time.Now())}
	if _, err := mediav1.NewWorkOperatorServiceClient(w.Conn).ListWorks(t.Context(), r); err == nil {
		t.Error("the port of other services lists works")
	}
	_, err := mediav1.NewWorkOperatorServiceClient(w.DialOperator(t, "token")).ListWorks(t.Context(), r)
	if fault.From(err).Kind != fault.KindUnauthenticated {
		t.Errorf("a stranger: %v", err)
	}
}

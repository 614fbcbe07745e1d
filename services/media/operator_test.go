package main

import (
	"errors"
	"fmt"
	"image/color"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/imagefile"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/xmp/xmptest"
)

// operator returns a client with a token: ada has token-a, lin token-l.
func (w *environment) operator(t *testing.T, token string) mediav1.MediaOperatorServiceClient {
	t.Helper()
	return mediav1.NewMediaOperatorServiceClient(w.DialOperator(t, token))
}

// audit returns the operators' acts, newest first, as "operator act subject".
func (w *environment) audit(t *testing.T) (acts []string) {
	t.Helper()
	r, err := operatorv1.NewOperatorServiceClient(w.DialOperator(t, "token-l")).ListActs(t.Context(),
		&operatorv1.ListActsRequest{PageSize: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range r.GetActs() {
		acts = append(acts, fmt.Sprintf("%s %s %s", a.GetOperator(), a.GetAct(), a.GetSubject()))
	}
	return acts
}

// TestMovedCallsNameTheirSuccessor calls what operators' programs of the last release call.
// Verifies MOD-44.
func TestMovedCallsNameTheirSuccessor(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	p := w.publish(t, "ann", "")
	for _, method := range []string{"ListReports", "HidePublication", "RestorePublication", "DismissReports",
		"DismissLaneReports"} {
		// All requests have the id as the first field, or ignore it.
		err := w.DialOperator(t, "token-a").Invoke(t.Context(), "/media.v1.MediaOperatorService/"+method,
			&mediav1.ShowPublicationRequest{PublicationId: p.GetId()}, &emptypb.Empty{})
		if fault.From(err) == nil || fault.From(err).Reason != "MOVED_TO_CASES" ||
			fault.From(err).Kind != fault.KindPrecondition ||
			!strings.Contains(fault.From(err).Message, "mcwickctl case") {
			t.Errorf("%s: %v", method, err)
		}
	}
	w.shown(t, p, http.StatusOK)
	if acts := w.audit(t); len(acts) != 0 {
		t.Errorf("the audit has %v", acts)
	}
}

// Verifies SORT-9.
func TestImportArt(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	operatorClient, otherOperator := w.operator(t, "token-a"), w.operator(t, "token-l")
	r := &mediav1.ImportArtRequest{
		Image: newDrawing(t, 300, color.RGBA{0, 128, 255, 255}), Caption: "first light", Signature: "@house",
		IdempotencyKey: uuid.NewString(), Note: "launch",
	}
	testkit.CheckComplete(t, r)

	answers := make([]*mediav1.Publication, 3)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			var err error
			if answers[i], err = []mediav1.MediaOperatorServiceClient{operatorClient,
				otherOperator}[i%2].ImportArt(t.Context(), r); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	p := answers[0]
	for _, other := range answers {
		if other.GetId() != p.GetId() {
			t.Errorf("published as %s and as %s", p.GetId(), other.GetId())
		}
	}
	if acts := w.audit(t); len(acts) != 1 || !strings.HasSuffix(acts[0], " import-art "+p.GetId()) {
		t.Errorf("the audit has %v", acts)
	}
	if n := w.memes(t); n != 3 {
		t.Errorf("%d objects, not one picture in three forms", n)
	}
	if m, _ := w.get(t, p.GetObjectName()); color.RGBAModel.Convert(m.At(512, 512)) != (color.RGBA{0, 128, 255, 255}) {
		t.Error("another picture is shown")
	}
	if mark := xmptest.Read(t, w.fetchParts(t, p.GetObjectName())); mark.DigitalSourceType != "" ||
		mark.CreatorTool != "McWick" {
		t.Errorf("its file claims %+v", mark)
	}
	var fact mediav1.ArtworkPublished
	w.readEvent(t, p.GetId(), &fact)
	if fact.GetType() != "art" || fact.GetCaption() != "first light" || fact.GetSignature() != "@house" ||
		len(fact.GetVariants()) != 2 || fact.GetPlaceholder() == "" {
		t.Errorf("told %v", &fact)
	}

	for name, c := range map[string]struct {
		change func(*mediav1.ImportArtRequest)
		want   error
	}{
		"another caption under the same key": {func(r *mediav1.ImportArtRequest) { r.Caption = "second light" },
			idempotency.ErrKeyReused},
		"another picture under the same key": {func(r *mediav1.ImportArtRequest) {
			r.Image = newDrawing(t, 30,
				color.Black)
		}, idempotency.ErrKeyReused},
		"no picture": {func(r *mediav1.ImportArtRequest) { r.IdempotencyKey, r.Image = "svg", []byte("<svg/>") },
			imagefile.ErrInvalidType},
		"a large file": {func(r *mediav1.ImportArtRequest) {
			r.IdempotencyKey, r.Image = "large", make([]byte, imagefile.MaxBytes+1)
		}, imagefile.ErrTooLarge},
		"no key": {func(r *mediav1.ImportArtRequest) { r.IdempotencyKey = "" },
			fault.Invalid("IMPORT_INVALID", fault.Field{})},
		"a long caption": {func(r *mediav1.ImportArtRequest) { r.Caption = strings.Repeat("c", 281) },
			fault.Invalid("IMPORT_INVALID", fault.Field{})},
		"a long note": {func(r *mediav1.ImportArtRequest) {
			r.IdempotencyKey, r.Note = "note",
				strings.Repeat("n", 401)
		}, fault.Invalid("IMPORT_INVALID", fault.Field{})},
	} {
		changed := proto.Clone(r).(*mediav1.ImportArtRequest)
		c.change(changed)
		if _, err := operatorClient.ImportArt(t.Context(), changed); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := w.operator(t, "token").ImportArt(t.Context(), r); fault.From(err).Kind != fault.KindUnauthenticated {
		t.Errorf("a stranger: %v", err)
	}
	if len(w.audit(t)) != 1 {
		t.Errorf("a refused import is in the audit: %v", w.audit(t))
	}
}

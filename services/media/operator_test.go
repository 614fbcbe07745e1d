package main

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

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

// reported has the devices report a picture.
func (w *environment) reported(t *testing.T, id string, devices ...string) {
	t.Helper()
	for _, device := range devices {
		if err := w.report(t, id, device); err != nil {
			t.Fatal(err)
		}
	}
}

// openReports returns the pictures with open reports as "n id hider", in order, by pages of a size.
func openReports(t *testing.T, by mediav1.MediaOperatorServiceClient, size int32) (found []string) {
	t.Helper()
	for cursor, more := "", true; more; more = cursor != "" {
		r, err := by.ListReports(t.Context(), &mediav1.ListReportsRequest{Cursor: cursor, PageSize: size})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.GetPublications() {
			found = append(found, fmt.Sprintf("%d %s %s", p.GetOpenReports(), p.GetPublication().GetId(),
				p.GetHiddenBy()))
		}
		cursor = r.GetNextCursor()
	}
	return found
}

// Verifies SORT-3, SORT-6.
func TestHideAndRestorePublication(t *testing.T) {
	w := newEnvironment(t)
	operatorClient, otherOperator, ctx := w.operator(t, "token-a"), w.operator(t, "token-l"), t.Context()
	p := w.publish(t, "ann", "")
	want := []string{}
	for range 2 {
		if _, err := operatorClient.HidePublication(ctx,
			&mediav1.HidePublicationRequest{PublicationId: p.GetId(), Note: "unkind"}); err != nil {
			t.Fatal(err)
		}
		w.shown(t, p, http.StatusGone)
		seen, err := otherOperator.ShowPublication(ctx, &mediav1.ShowPublicationRequest{PublicationId: p.GetId()})
		if err != nil || seen.GetContentType() != "image/png" {
			t.Fatalf("an operator sees %v, %v", seen.GetContentType(), err)
		}
		if _, err := png.DecodeConfig(bytes.NewReader(seen.GetData())); err != nil {
			t.Error(err)
		}
		if got := w.list(t, "ann", "", 0); len(got) != 0 {
			t.Errorf("its maker lists %v", got)
		}
		if _, err := otherOperator.RestorePublication(ctx,
			&mediav1.RestorePublicationRequest{PublicationId: p.GetId()}); err != nil {
			t.Fatal(err)
		}
		w.shown(t, p, http.StatusOK)
		if got := w.list(t, "ann", "", 0); !slices.Equal(got, []string{p.GetId()}) {
			t.Errorf("its maker lists %v", got)
		}
		want = append(want, "lin restore-picture "+p.GetId(), "ada hide-picture "+p.GetId())
	}
	if diff := cmp.Diff(want, w.audit(t)); diff != "" {
		t.Errorf("the audit (-want +got):\n%s", diff)
	}
	events := readEvents(t, p.GetId(), 5)
	for version, m := range events[1:] {
		var withdrawn mediav1.ArtworkWithdrawn
		var restored mediav1.ArtworkRestored
		fact := []interface {
			proto.Message
			GetPublicationId() string
			GetVersion() int32
		}{&withdrawn, &restored}[version%2]
		if err := proto.Unmarshal(m.Value, fact); err != nil || fact.GetPublicationId() != p.GetId() ||
			int(fact.GetVersion()) != version+1 {
			t.Errorf("event %d is %v, %v", version+1, fact, err)
		}
		testkit.CheckComplete(t, fact)
	}
}

// Verifies SORT-7.
func TestRejectedActChangesNothing(t *testing.T) {
	w := newEnvironment(t)
	operatorClient, ctx := w.operator(t, "token-a"), t.Context()
	up, hidden, gone := w.publish(t, "ann", ""), w.publish(t, "ann", ""), w.publish(t, "ann", "")
	if _, err := operatorClient.HidePublication(ctx,
		&mediav1.HidePublicationRequest{PublicationId: hidden.GetId()}); err != nil {
		t.Fatal(err)
	}
	// It was hidden before its visitor withdrew it: the visitor's withdrawal holds anyway.
	if _, err := operatorClient.HidePublication(ctx,
		&mediav1.HidePublicationRequest{PublicationId: gone.GetId()}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.client.WithdrawPublication(withAccount(ctx, "ann", ""),
		&mediav1.WithdrawPublicationRequest{PublicationId: gone.GetId()}); err != nil {
		t.Fatal(err)
	}
	before := w.audit(t)
	hide := func(by mediav1.MediaOperatorServiceClient, id, note string) error {
		_, err := by.HidePublication(ctx, &mediav1.HidePublicationRequest{PublicationId: id, Note: note})
		return err
	}
	restore := func(id, note string) error {
		_, err := operatorClient.RestorePublication(ctx,
			&mediav1.RestorePublicationRequest{PublicationId: id, Note: note})
		return err
	}
	dismiss := func(id string) error {
		_, err := operatorClient.DismissReports(ctx, &mediav1.DismissReportsRequest{PublicationId: id})
		return err
	}
	show := func(id string) error {
		_, err := operatorClient.ShowPublication(ctx, &mediav1.ShowPublicationRequest{PublicationId: id})
		return err
	}
	for name, c := range map[string]struct {
		got  error
		want string
	}{
		"hide what is hidden":    {hide(operatorClient, hidden.GetId(), ""), "ALREADY_HIDDEN"},
		"hide what is withdrawn": {hide(operatorClient, gone.GetId(), ""), "WITHDRAWN_BY_VISITOR"},
		"hide nothing":           {hide(operatorClient, uuid.NewString(), ""), "PUBLICATION_UNKNOWN"},
		"hide no id":             {hide(operatorClient, "x", ""), "PUBLICATION_UNKNOWN"},
		"a long note": {hide(operatorClient, up.GetId(), strings.Repeat("n", 401)),
			"NOTE_INVALID"},
		"a long note, restoring":            {restore(hidden.GetId(), strings.Repeat("n", 401)), "NOTE_INVALID"},
		"a stranger":                        {hide(w.operator(t, "token"), up.GetId(), ""), "OPERATOR_UNKNOWN"},
		"nobody":                            {hide(w.operator(t, ""), up.GetId(), ""), "OPERATOR_UNKNOWN"},
		"restore what is up":                {restore(up.GetId(), ""), "NOT_HIDDEN"},
		"restore what its visitor withdrew": {restore(gone.GetId(), ""), "WITHDRAWN_BY_VISITOR"},
		"restore nothing":                   {restore(uuid.NewString(), ""), "PUBLICATION_UNKNOWN"},
		"dismiss no reports":                {dismiss(up.GetId()), "NO_OPEN_REPORTS"},
		"dismiss nothing":                   {dismiss("x"), "PUBLICATION_UNKNOWN"},
		"show what is withdrawn":            {show(gone.GetId()), "PUBLICATION_UNKNOWN"},
	} {
		if c.got == nil || fault.From(c.got).Reason != c.want {
			t.Errorf("%s: %v", name, c.got)
		}
	}
	w.shown(t, up, http.StatusOK)
	w.shown(t, hidden, http.StatusGone)
	w.shown(t, gone, http.StatusGone)
	if diff := cmp.Diff(before, w.audit(t)); diff != "" {
		t.Errorf("the audit (-want +got):\n%s", diff)
	}
}

// Verifies SORT-2.
func TestListReportsOrdersByReports(t *testing.T) {
	w := newEnvironment(t)
	operatorClient, ctx := w.operator(t, "token-a"), t.Context()
	once, thrice, twice, never := w.publish(t, "ann", ""), w.publish(t, "ann", ""), w.publish(t, "ann", ""),
		w.publish(t, "ann", "")
	w.reported(t, once.GetId(), "bob")
	w.reported(t, thrice.GetId(), "bob", "cleo", "dan")
	w.reported(t, twice.GetId(), "bob", "cleo")
	want := []string{
		"3 " + thrice.GetId() + " HIDER_REPORTS", "2 " + twice.GetId() + " HIDER_UNSPECIFIED", "1 " + once.GetId() +
			" HIDER_UNSPECIFIED",
	}
	for _, size := range []int32{0, 1, 2} {
		if diff := cmp.Diff(want, openReports(t, operatorClient, size)); diff != "" {
			t.Errorf("pages of %d (-want +got):\n%s", size, diff)
		}
	}
	r, err := operatorClient.ListReports(ctx, &mediav1.ListReportsRequest{PageSize: 1})
	if err != nil {
		t.Fatal(err)
	}
	testkit.CheckComplete(t, r)
	first := r.GetPublications()[0]
	testkit.CheckComplete(t, first)
	testkit.CheckComplete(t, first.GetReports()[0])
	if diff := cmp.Diff(thrice, first.GetPublication(), protocmp.Transform()); diff != "" ||
		len(first.GetReports()) != 3 || first.GetReports()[0].GetNote() != "buy" {
		t.Errorf("%v, reports %v", diff, first.GetReports())
	}
	if _, err := operatorClient.ListReports(ctx,
		&mediav1.ListReportsRequest{Cursor: "!!", PageSize: 101}); fault.From(err) == nil ||
		len(fault.From(err).Fields) != 2 {
		t.Errorf("a bad page: %v", err)
	}

	t.Run("a decision settles reports, which count no more", func(t *testing.T) {
		if _, err := operatorClient.DismissReports(ctx,
			&mediav1.DismissReportsRequest{PublicationId: twice.GetId()}); err != nil {
			t.Fatal(err)
		}
		if _, err := operatorClient.RestorePublication(ctx,
			&mediav1.RestorePublicationRequest{PublicationId: thrice.GetId()}); err != nil {
			t.Fatal(err)
		}
		if _, err := operatorClient.HidePublication(ctx,
			&mediav1.HidePublicationRequest{PublicationId: once.GetId()}); err != nil {
			t.Fatal(err)
		}
		if got := openReports(t, operatorClient, 0); len(got) != 0 {
			t.Errorf("open are %v", got)
		}
		w.reported(t, twice.GetId(), "bob", "cleo", "eve", "fay", "gus", "hal") // four of them new
		w.reported(t, thrice.GetId(), "eve", "fay", "gus", "hal")
		w.shown(t, twice, http.StatusOK)
		w.shown(t, thrice, http.StatusOK)
		want := []string{"4 " + thrice.GetId() + " HIDER_UNSPECIFIED", "4 " + twice.GetId() + " HIDER_UNSPECIFIED"}
		slices.Sort(want)
		if got := openReports(t, operatorClient, 0); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
			t.Errorf("operators see %v", got)
		}
		for _, p := range []*mediav1.Publication{twice, thrice} {
			if _, err := operatorClient.HidePublication(ctx,
				&mediav1.HidePublicationRequest{PublicationId: p.GetId()}); err != nil {
				t.Fatal(err)
			}
			w.shown(t, p, http.StatusGone)
		}
	})
	t.Run("an operator takes over what reports have hidden", func(t *testing.T) {
		taken, left := w.publish(t, "ann", ""), w.publish(t, "ann", "")
		w.reported(t, taken.GetId(), "bob", "cleo", "dan")
		w.reported(t, left.GetId(), "bob", "cleo", "dan")
		if _, err := operatorClient.HidePublication(ctx,
			&mediav1.HidePublicationRequest{PublicationId: taken.GetId()}); err != nil {
			t.Fatal(err)
		}
		if _, err := operatorClient.DismissReports(ctx,
			&mediav1.DismissReportsRequest{PublicationId: left.GetId()}); err != nil {
			t.Fatal(err)
		}
		w.shown(t, taken, http.StatusGone)
		w.shown(t, left, http.StatusGone) // dismissed: it stays as it is
	})
	t.Run("what its visitor withdraws needs no look", func(t *testing.T) {
		w.reported(t, never.GetId(), "bob")
		if _, err := w.client.WithdrawPublication(withAccount(ctx, "ann", ""),
			&mediav1.WithdrawPublicationRequest{PublicationId: never.GetId()}); err != nil {
			t.Fatal(err)
		}
		if got := openReports(t, operatorClient, 0); len(got) != 0 {
			t.Errorf("open are %v", got)
		}
	})
}

// TestWithdrawDuringPublish has one publication of an artwork hidden, by an operator or by reports,
// while others of the same artwork are being painted: the hidden one is gone, the others are
// public, and a repeat of the first call restores nothing.
// Verifies SORT-8.
func TestWithdrawDuringPublish(t *testing.T) {
	w := newEnvironment(t)
	operatorClient := w.operator(t, "token-a")
	for name, takeDown := range map[string]func(t *testing.T, id string){
		"an operator": func(t *testing.T, id string) {
			if _, err := operatorClient.HidePublication(t.Context(),
				&mediav1.HidePublicationRequest{PublicationId: id}); err != nil {
				t.Error(err)
			}
		},
		"reports": func(t *testing.T, id string) { w.reported(t, id, "bob", "cleo", "dan") },
	} {
		t.Run(name, func(t *testing.T) {
			key := uuid.NewString()
			r := &mediav1.PublishRequest{ArtworkId: w.store(t).GetArtworkId(),
				Overlays: []*mediav1.Overlay{gmOverlay()}}
			first, err := w.client.Publish(withVisitor(t.Context(), key), r)
			if err != nil {
				t.Fatal(err)
			}
			others := make([]*mediav1.Publication, 2)
			var all sync.WaitGroup
			for i := range others {
				all.Go(func() {
					var err error
					if others[i], err = w.client.Publish(withVisitor(t.Context(), uuid.NewString()), r); err != nil {
						t.Error(err)
					}
				})
			}
			all.Go(func() { takeDown(t, first.GetId()) })
			all.Go(func() {
				if again, err := w.client.Publish(withVisitor(t.Context(), key), r); err != nil ||
					again.GetId() != first.GetId() {
					t.Errorf("%v, %v", again, err)
				}
			})
			all.Wait()
			w.shown(t, first, http.StatusGone)
			for _, p := range others {
				w.shown(t, p, http.StatusOK)
			}
		})
	}
}

// Verifies SORT-9.
func TestImportArt(t *testing.T) {
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
	readEvent(t, p.GetId(), &fact)
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

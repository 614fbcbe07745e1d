package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
)

// report has a settled device in a network of its own report a picture as spam.
func (w *environment) report(t *testing.T, id, visitor string) error {
	t.Helper()
	return w.reportFrom(t, id, rpc.Caller{Visitor: visitor, Lane: "network of " + visitor,
		Standing: rpc.StandingSettled})
}

func (w *environment) reportFrom(t *testing.T, id string, by rpc.Caller) error {
	t.Helper()
	r := &mediav1.ReportPublicationRequest{PublicationId: id, Reason: mediav1.ReportReason_REPORT_REASON_SPAM,
		Note: " buy \n"}
	_, err := w.client.ReportPublication(rpc.WithCaller(t.Context(), by), r)
	return err
}

// objectForms returns the objects of a meme.
func objectForms(p *mediav1.Publication) []string {
	return []string{p.GetObjectName(), variant(p, 320), variant(p, 640)}
}

// shown checks that every form of a meme returns one status.
func (w *environment) shown(t *testing.T, p *mediav1.Publication, want int) {
	t.Helper()
	for _, name := range objectForms(p) {
		if status, cached := w.status(t, name); status != want || cached != (want == http.StatusOK) {
			t.Errorf("%s: %d, cached %v, want %d", name, status, cached, want)
		}
	}
}

// Verifies SORT-1.
func TestReportsHidePublicationAtThreshold(t *testing.T) {
	w := newEnvironment(t)
	p := w.publish(t, "ann", "")
	for _, visitor := range []string{"bob", "bob", "bob", "cleo", "bob"} {
		if err := w.report(t, p.GetId(), visitor); err != nil {
			t.Fatal(err)
		}
	}
	w.shown(t, p, http.StatusOK) // two devices, however often
	if err := w.report(t, p.GetId(), "dan"); err != nil {
		t.Fatal(err)
	}
	w.shown(t, p, http.StatusGone)
	if got := w.list(t, "ann", "", 0); len(got) != 0 {
		t.Errorf("its maker still lists %v", got)
	}
	var withdrawn mediav1.ArtworkWithdrawn
	if err := proto.Unmarshal(readEvents(t, p.GetId(), 2)[1].Value, &withdrawn); err != nil ||
		withdrawn.GetPublicationId() != p.GetId() {
		t.Errorf("told %v, %v", &withdrawn, err)
	}
	if err := w.report(t, p.GetId(), "dan"); err != nil {
		t.Errorf("who reported it hears the same again: %v", err)
	}
	if err := w.report(t, p.GetId(), "eve"); !errors.Is(err, publications.ErrNotPublic) {
		t.Errorf("who comes late: %v", err)
	}
}

// A cookie costs nothing, so cookies alone hide nothing: neither many of one network nor any that
// are new.
// Verifies SORT-1.
func TestReportsFromOneLaneCountOnce(t *testing.T) {
	for name, by := range map[string]func(device int) rpc.Caller{
		"of one network":    func(int) rpc.Caller { return rpc.Caller{Lane: "crowd", Standing: rpc.StandingSettled} },
		"that are new":      func(n int) rpc.Caller { return rpc.Caller{Lane: fmt.Sprint("network", n)} },
		"from nobody knows": func(int) rpc.Caller { return rpc.Caller{Standing: rpc.StandingSettled} },
		"of two networks, all": func(n int) rpc.Caller {
			return rpc.Caller{Lane: fmt.Sprint("network", n%2), Standing: rpc.StandingSettled}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newEnvironment(t)
			p := w.publish(t, "ann", "")
			for n := range 12 {
				caller := by(n)
				caller.Visitor = fmt.Sprint("device", n)
				if err := w.reportFrom(t, p.GetId(), caller); err != nil {
					t.Fatal(err)
				}
			}
			w.shown(t, p, http.StatusOK)
			if got := openReports(t, w.operator(t, "token-a"), 0); !slices.Equal(got,
				[]string{"12 " + p.GetId() + " HIDER_UNSPECIFIED"}) {
				t.Errorf("operators see %v", got)
			}
		})
	}
}

func TestInvalidReportChangesNothing(t *testing.T) {
	w := newEnvironment(t)
	p := w.publish(t, "ann", "")
	gone := w.publish(t, "ann", "")
	if _, err := w.client.WithdrawPublication(withAccount(t.Context(), "ann", ""),
		&mediav1.WithdrawPublicationRequest{PublicationId: gone.GetId()}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*mediav1.ReportPublicationRequest)
		reason string
		field  string
	}{
		"no reason":        {func(r *mediav1.ReportPublicationRequest) { r.Reason = 0 }, "REPORT_INVALID", "reason"},
		"a reason to come": {func(r *mediav1.ReportPublicationRequest) { r.Reason = 77 }, "REPORT_INVALID", "reason"},
		"a long note": {func(r *mediav1.ReportPublicationRequest) { r.Note = strings.Repeat("🔥", 200) + "w" },
			"REPORT_INVALID", "note"},
		"a turned note": {func(r *mediav1.ReportPublicationRequest) { r.Note = "a\u202eb" }, "REPORT_INVALID",
			"note"},
		"no picture": {func(r *mediav1.ReportPublicationRequest) { r.PublicationId = uuid.NewString() },
			"PUBLICATION_NOT_UP", ""},
		"no id": {func(r *mediav1.ReportPublicationRequest) { r.PublicationId = "x" }, "PUBLICATION_NOT_UP",
			""},
		"a withdrawn one": {func(r *mediav1.ReportPublicationRequest) { r.PublicationId = gone.GetId() },
			"PUBLICATION_NOT_UP", ""},
	} {
		r := &mediav1.ReportPublicationRequest{PublicationId: p.GetId(),
			Reason: mediav1.ReportReason_REPORT_REASON_OTHER}
		c.change(r)
		for i := range 4 {
			_, err := w.client.ReportPublication(withAccount(t.Context(), fmt.Sprint("device", i), ""), r)
			e := fault.From(err)
			if err == nil || e.Reason != c.reason ||
				(c.field != "" && (len(e.Fields) != 1 || e.Fields[0].Name != c.field)) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	r := &mediav1.ReportPublicationRequest{PublicationId: p.GetId(), Reason: mediav1.ReportReason_REPORT_REASON_OTHER}
	if _, err := w.client.ReportPublication(t.Context(), r); fault.From(err).Kind != fault.KindUnauthenticated {
		t.Errorf("without a visitor: %v", err)
	}
	w.shown(t, p, http.StatusOK)
}

// Verifies SORT-7.
func TestOwnerWithdrawsHiddenPublication(t *testing.T) {
	w := newEnvironment(t)
	p := w.publish(t, "ann", "")
	for _, visitor := range []string{"bob", "cleo", "dan"} {
		if err := w.report(t, p.GetId(), visitor); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.memes(t); n != 3 {
		t.Fatalf("%d objects: the bytes wait for an operator", n)
	}
	withdraw := &mediav1.WithdrawPublicationRequest{PublicationId: p.GetId()}
	if _, err := w.client.WithdrawPublication(withAccount(t.Context(), "bob", ""), withdraw); !errors.Is(err,
		publications.ErrPublicationNotFound) {
		t.Errorf("a stranger: %v", err)
	}
	if _, err := w.client.WithdrawPublication(withAccount(t.Context(), "ann", ""), withdraw); err != nil {
		t.Fatal(err)
	}
	w.shown(t, p, http.StatusGone)
	testkit.Eventually(t, "nothing is left of it", func() bool { return w.memes(t) == 0 })
}

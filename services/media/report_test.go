package main

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/cases/casestest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// newModerated starts a service with a moderation service's cases.
func newModerated(t *testing.T, more ...string) (*environment, *casestest.Server) {
	t.Helper()
	moderation := casestest.Start(t)
	return newEnvironment(t, append(more, "MODERATION_ADDR="+moderation.Addr)...), moderation
}

// report has a settled device report a picture as spam.
func (w *environment) report(t *testing.T, id string) error {
	t.Helper()
	r := &mediav1.ReportPublicationRequest{PublicationId: id, Reason: mediav1.ReportReason_REPORT_REASON_SPAM,
		Note: " buy \n"}
	by := rpc.Caller{Visitor: "bob", Lane: "network of bob", Standing: rpc.StandingSettled}
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

// Verifies MOD-40, SORT-1.
func TestReportsGoToTheModerationService(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	account := uuid.NewString()
	stored := w.store(t)
	p, err := w.client.Publish(withAccount(t.Context(), "ann", account), &mediav1.PublishRequest{
		ArtworkId: stored.GetArtworkId(), Caption: "gm all", Signature: "ann", Overlays: []*mediav1.Overlay{gmOverlay()}})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.report(t, p.GetId()); err != nil {
		t.Fatal(err)
	}
	moderation.CheckReported(t, &moderationv1.ReportSubjectRequest{
		Details: &moderationv1.SubjectDetails{
			Subject: &moderationv1.Subject{Kind: moderationv1.SubjectKind_SUBJECT_KIND_PICTURE, Id: p.GetId()},
			Text:    "gm\ngm all\nann\nsurfing\nthe sea\nAnime", ObjectName: p.GetObjectName(),
			MakerDevice: "ann", MakerAccount: account,
		},
		Report: &moderationv1.SubjectReport{Reason: moderationv1.Reason_REASON_SPAM, Note: "buy", Device: "bob",
			Lane: "network of bob", IsSettled: true},
	})
	w.shown(t, p, http.StatusOK)
}

// Verifies MOD-41.
func TestReportFailsWhileModerationIsAway(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	p := w.publish(t, "ann", "")
	for name, broken := range map[string]error{
		"unreachable": fault.ErrUnavailable, "broken": errors.New("no table"),
		"of the last release": fault.New(fault.KindInternal, "UNIMPLEMENTED", "What is that?"),
	} {
		moderation.Fail(broken)
		if err := w.report(t, p.GetId()); !errors.Is(err, cases.ErrReportsAway) ||
			fault.From(err).Kind != fault.KindUnavailable || fault.From(err).RetryAfter == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	moderation.Fail(fault.Invalid("REPORT_INVALID", fault.Field{Name: "note", Message: "no"}))
	if err := w.report(t, p.GetId()); fault.From(err).Reason != "REPORT_INVALID" {
		t.Errorf("what it rejects is no outage: %v", err)
	}
	alone := newEnvironment(t)
	p = alone.publish(t, "ann", "")
	if err := alone.report(t, p.GetId()); !errors.Is(err, cases.ErrReportsAway) {
		t.Errorf("without an address: %v", err)
	}
}

func TestInvalidReportChangesNothing(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
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
	if sent := casestest.Calls[*moderationv1.ReportSubjectRequest](moderation); len(sent) != 0 {
		t.Errorf("sent %v", sent)
	}
}

// Verifies SORT-7.
func TestOwnerWithdrawsHiddenPublication(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	p := w.publish(t, "ann", "")
	w.decide(t, moderation, p, moderationv1.Action_ACTION_HIDE)
	w.awaitStatus(t, p, http.StatusGone)
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
	testkit.Eventually(t, "the case learns that it is gone", func() bool { return moderation.IsGone(p.GetId()) })
	restore := w.decide(t, moderation, p, moderationv1.Action_ACTION_RESTORE)
	testkit.Eventually(t, "the decision has no effect", func() bool {
		return moderation.Outcome(restore) == moderationv1.Outcome_OUTCOME_WITHDRAWN
	})
	w.shown(t, p, http.StatusGone)
}

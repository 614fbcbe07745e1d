package main

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	mediamoderation "mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/cases/casestest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// moderationOf returns what a maker sees of decisions about the one picture that is listed.
func (w *environment) moderationOf(t *testing.T, visitor, account string) *mediav1.PublicationModeration {
	t.Helper()
	r, err := w.client.ListPublications(withAccount(t.Context(), visitor, account), &mediav1.ListPublicationsRequest{})
	if err != nil || len(r.GetPublications()) != 1 {
		t.Fatalf("%v, %v", r, err)
	}
	return r.GetPublications()[0].GetModeration()
}

// Verifies MOD-45, MOD-107.
func TestMakerSeesDecisionAndAppealsOnce(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	account := uuid.NewString()
	p := w.publish(t, "ann", account)
	appeal := func(visitor, account, id, text string) error {
		_, err := w.client.AppealPublication(withAccount(t.Context(), visitor, account),
			&mediav1.AppealPublicationRequest{PublicationId: id, Text: text})
		return err
	}
	if m := w.moderationOf(t, "ann", ""); m != nil {
		t.Errorf("before anything was decided: %v", m)
	}
	if err := appeal("ann", "", p.GetId(), "why"); !errors.Is(err, publications.ErrNothingToAppeal) {
		t.Errorf("of a public picture: %v", err)
	}
	w.decide(t, moderation, p, moderationv1.Action_ACTION_HIDE)
	w.awaitStatus(t, p, http.StatusGone)
	for _, caller := range [][2]string{{"ann", ""}, {"laptop", account}} {
		m := w.moderationOf(t, caller[0], caller[1])
		if m.GetState() != mediav1.ModerationState_MODERATION_STATE_HIDDEN || m.GetMessage() != "unkind" ||
			m.GetReason() != mediav1.ReportReason_REPORT_REASON_OFFENSIVE || m.GetHideTime() == nil ||
			!m.GetCanAppeal() {
			t.Errorf("%s sees %v", caller[0], m)
		}
	}
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"a stranger":   {appeal("bob", uuid.NewString(), p.GetId(), "why"), "PUBLICATION_NOT_FOUND"},
		"no picture":   {appeal("ann", "", uuid.NewString(), "why"), "PUBLICATION_NOT_FOUND"},
		"no text":      {appeal("ann", "", p.GetId(), " \n"), "APPEAL_INVALID"},
		"a long text":  {appeal("ann", "", p.GetId(), strings.Repeat("w", 401)), "APPEAL_INVALID"},
		"without name": {appeal("", "", p.GetId(), "why"), fault.From(errNoVisitor(t, w)).Reason},
	} {
		if fault.From(c.err) == nil || fault.From(c.err).Reason != c.want {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	moderation.Fail(fault.ErrUnavailable)
	if err := appeal("ann", "", p.GetId(), "It is a candle"); !errors.Is(err, cases.ErrAppealsAway) {
		t.Errorf("while the service is away: %v", err)
	}
	// The call before was recorded there and not here: its process died.
	moderation.Fail(mediamoderation.ErrAppealMade)
	if err := appeal("ann", "", p.GetId(), " It is a candle "); err != nil {
		t.Fatal(err)
	}
	moderation.Fail(nil)
	if err := appeal("laptop", account, p.GetId(), "again"); !errors.Is(err, mediamoderation.ErrAppealMade) {
		t.Errorf("a second one: %v", err)
	}
	if n := len(casestest.Calls[*moderationv1.AppealDecisionRequest](moderation)); n != 0 {
		t.Errorf("%d more were sent", n)
	}
	m := w.moderationOf(t, "ann", "")
	if m.GetAppeal() != "It is a candle" || m.GetAppealTime() == nil || m.GetAnswerTime() != nil || m.GetCanAppeal() {
		t.Errorf("the maker sees %v", m)
	}
	w.decide(t, moderation, p, moderationv1.Action_ACTION_RESTORE, func(d *moderationv1.DecisionMade) {
		d.AnswersAppeal, d.Reason, d.Message = true, moderationv1.Reason_REASON_UNSPECIFIED, "So it is."
	})
	w.awaitStatus(t, p, http.StatusOK)
	m = w.moderationOf(t, "ann", "")
	if m.GetState() != mediav1.ModerationState_MODERATION_STATE_RESTORED || m.GetAnswer() != "So it is." ||
		m.GetAnswerTime() == nil || m.GetHideTime() != nil {
		t.Errorf("the maker sees %v", m)
	}
	w.decide(t, moderation, p, moderationv1.Action_ACTION_REMOVE)
	testkit.Eventually(t, "a removed one is listed", func() bool {
		return w.moderationOf(t, "ann", "").GetState() == mediav1.ModerationState_MODERATION_STATE_REMOVED
	})
	if m := w.moderationOf(t, "ann", ""); m.GetAppeal()+m.GetAnswer() != "" || m.GetAnswerTime() != nil || !m.GetCanAppeal() {
		t.Errorf("after the answer it was removed for another reason, and the maker sees %v", m)
	}
	if err := appeal("ann", "", p.GetId(), "It still is"); err != nil {
		t.Errorf("another appeal, of another decision: %v", err)
	}
	sent := casestest.Calls[*moderationv1.AppealDecisionRequest](moderation)
	if d := sent[0].GetDetails(); len(sent) != 1 || d.GetMakerDevice() != "ann" || d.GetMakerAccount() != account ||
		d.GetObjectName() != p.GetObjectName() || !strings.HasPrefix(d.GetText(), "of ann") {
		t.Errorf("sent %v", sent)
	}
}

// TestAppealIsRecordedWhenItsMakerLeaves has a maker who leaves while the appeal is being sent.
// Verifies MOD-45.
func TestAppealIsRecordedWhenItsMakerLeaves(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	p := w.publish(t, "ann", "")
	w.decide(t, moderation, p, moderationv1.Action_ACTION_HIDE)
	w.awaitStatus(t, p, http.StatusGone)
	ctx, leave := context.WithCancel(withAccount(t.Context(), "ann", ""))
	moderation.OnAppeal(leave)
	_, err := w.client.AppealPublication(ctx,
		&mediav1.AppealPublicationRequest{PublicationId: p.GetId(), Text: "It is a candle"})
	if err == nil {
		t.Error("the maker stayed")
	}
	testkit.Eventually(t, "the appeal is recorded", func() bool {
		return w.moderationOf(t, "ann", "").GetAppeal() == "It is a candle"
	})
}

// errNoVisitor returns the error of a call without a visitor.
func errNoVisitor(t *testing.T, w *environment) error {
	t.Helper()
	_, err := w.client.ListPublications(t.Context(), &mediav1.ListPublicationsRequest{})
	return err
}

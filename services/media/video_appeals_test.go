package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	mediamoderation "mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/cases/casestest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// videoModeration returns what a visitor sees of decisions about a video.
func (w *environment) videoModeration(t *testing.T, id, visitor string) (*mediav1.PublicationModeration, error) {
	t.Helper()
	return w.videos.GetSharedVideoModeration(rpc.WithCaller(t.Context(), rpc.Caller{Visitor: visitor}),
		&mediav1.GetSharedVideoModerationRequest{VideoId: id})
}

// Verifies MOD-63, MOD-107.
func TestMakerOfVideoSeesDecisionAndAppealsOnce(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	appeal := func(visitor, id, text string) error {
		_, err := w.videos.AppealSharedVideo(rpc.WithCaller(t.Context(), rpc.Caller{Visitor: visitor}),
			&mediav1.AppealSharedVideoRequest{VideoId: id, Text: text})
		return err
	}
	seen := func() *mediav1.PublicationModeration {
		t.Helper()
		m, err := w.videoModeration(t, v.GetId(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if m := seen(); m.GetState() != mediav1.ModerationState_MODERATION_STATE_UNSPECIFIED {
		t.Errorf("before anything was decided: %v", m)
	}
	stranger := func() {
		t.Helper()
		if m, err := w.videoModeration(t, v.GetId(), "bob"); err != nil ||
			!proto.Equal(m, &mediav1.PublicationModeration{}) {
			t.Errorf("a stranger sees %v, %v", m, err)
		}
	}
	stranger()
	if err := appeal("bob", v.GetId(), "why"); !errors.Is(err, videos.ErrNothingToAppeal) {
		t.Errorf("of a stranger's public video: %v", err)
	}
	if err := appeal("ann", v.GetId(), "why"); !errors.Is(err, videos.ErrNothingToAppeal) {
		t.Errorf("of a public video: %v", err)
	}
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_HIDE)
	w.awaitVideoGone(t, v)
	if m := seen(); m.GetState() != mediav1.ModerationState_MODERATION_STATE_HIDDEN || m.GetMessage() != "unkind" ||
		m.GetReason() != mediav1.ReportReason_REPORT_REASON_OFFENSIVE || m.GetHideTime() == nil || !m.GetCanAppeal() {
		t.Errorf("the maker sees %v", m)
	}
	_, other := w.videoModeration(t, v.GetId(), "bob")
	_, unknown := w.videoModeration(t, uuid.NewString(), "ann")
	_, unnamed := w.videoModeration(t, v.GetId(), "")
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"a stranger asks":      {other, "VIDEO_NOT_FOUND"},
		"of no video":          {unknown, "VIDEO_NOT_FOUND"},
		"no visitor asks":      {unnamed, fault.From(errNoVisitor(t, w)).Reason},
		"a stranger's appeal":  {appeal("bob", v.GetId(), "why"), "VIDEO_NOT_FOUND"},
		"of no video, appeal":  {appeal("ann", uuid.NewString(), "why"), "VIDEO_NOT_FOUND"},
		"an appeal of no text": {appeal("ann", v.GetId(), " \n"), "APPEAL_INVALID"},
		"a long appeal":        {appeal("ann", v.GetId(), strings.Repeat("w", 401)), "APPEAL_INVALID"},
	} {
		if c.err == nil || fault.From(c.err).Reason != c.want {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	moderation.Fail(fault.ErrUnavailable)
	if err := appeal("ann", v.GetId(), "It is a candle"); !errors.Is(err, cases.ErrAppealsAway) {
		t.Errorf("while the service is away: %v", err)
	}
	// The call before was recorded there and not here: its process died.
	moderation.Fail(mediamoderation.ErrAppealMade)
	if err := appeal("ann", v.GetId(), " It is a candle "); err != nil {
		t.Fatal(err)
	}
	moderation.Fail(nil)
	if err := appeal("ann", v.GetId(), "again"); !errors.Is(err, mediamoderation.ErrAppealMade) {
		t.Errorf("a second one: %v", err)
	}
	if n := len(casestest.Calls[*moderationv1.AppealDecisionRequest](moderation)); n != 0 {
		t.Errorf("%d more were sent", n)
	}
	if m := seen(); m.GetAppeal() != "It is a candle" || m.GetAppealTime() == nil || m.GetAnswerTime() != nil ||
		m.GetCanAppeal() {
		t.Errorf("the maker sees %v", m)
	}
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_RESTORE, func(d *moderationv1.DecisionMade) {
		d.AnswersAppeal, d.Reason, d.Message = true, moderationv1.Reason_REASON_UNSPECIFIED, "So it is."
	})
	w.awaitVideoPublic(t, v)
	if m := seen(); m.GetState() != mediav1.ModerationState_MODERATION_STATE_RESTORED || m.GetAnswer() != "So it is." ||
		m.GetAnswerTime() == nil || m.GetHideTime() != nil {
		t.Errorf("the maker sees %v", m)
	}
	stranger()
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_REMOVE)
	testkit.Eventually(t, "it is removed", func() bool {
		return seen().GetState() == mediav1.ModerationState_MODERATION_STATE_REMOVED
	})
	if err := appeal("ann", v.GetId(), "It still is"); err != nil {
		t.Fatal(err)
	}
	sent := casestest.Calls[*moderationv1.AppealDecisionRequest](moderation)
	if d := sent[0].GetDetails(); len(sent) != 1 || d.GetMakerDevice() != "ann" || d.GetText() != few ||
		d.GetObjectName() != v.GetObjectName() {
		t.Errorf("sent %v", sent)
	}
}

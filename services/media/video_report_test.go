package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/cases/casestest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// newSharedVideo starts a service with a moderation service's cases, and shares a video of ann's.
func newSharedVideo(t *testing.T) (*environment, *casestest.Server, *mediav1.SharedVideo) {
	t.Helper()
	moderation := casestest.Start(t)
	w := newEnvironment(t, small, "MODERATION_ADDR="+moderation.Addr)
	return w, moderation, w.share(t, w.newVideo(t, w.speak(t, few)).GetId())
}

// reportVideo has a settled device report a video as spam.
func (w *environment) reportVideo(t *testing.T, id string) error {
	t.Helper()
	by := rpc.Caller{Visitor: "bob", Lane: "network of bob", Standing: rpc.StandingSettled}
	_, err := w.videos.ReportSharedVideo(rpc.WithCaller(t.Context(), by), &mediav1.ReportSharedVideoRequest{
		VideoId: id, Reason: mediav1.ReportReason_REPORT_REASON_SPAM, Note: " buy \n"})
	return err
}

// Verifies MOD-60.
func TestReportsOfVideosGoToTheModerationService(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	if err := w.reportVideo(t, v.GetId()); err != nil {
		t.Fatal(err)
	}
	moderation.CheckReported(t, &moderationv1.ReportSubjectRequest{
		Details: &moderationv1.SubjectDetails{
			Subject: &moderationv1.Subject{Kind: moderationv1.SubjectKind_SUBJECT_KIND_VIDEO, Id: v.GetId()},
			Text:    few, ObjectName: v.GetObjectName(), MakerDevice: "ann",
		},
		Report: &moderationv1.SubjectReport{Reason: moderationv1.Reason_REASON_SPAM, Note: "buy", Device: "bob",
			Lane: "network of bob", IsSettled: true},
	})
	moderation.Fail(fault.ErrUnavailable)
	if err := w.reportVideo(t, v.GetId()); !errors.Is(err, cases.ErrReportsAway) {
		t.Errorf("while the service is away: %v", err)
	}
}

// Verifies MOD-60.
func TestInvalidVideoReportChangesNothing(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	unshared := w.newVideo(t, w.speak(t, "Gm."))
	for name, c := range map[string]struct {
		change func(*mediav1.ReportSharedVideoRequest)
		want   string
	}{
		"no reason":        {func(r *mediav1.ReportSharedVideoRequest) { r.Reason = 0 }, "REPORT_INVALID"},
		"a reason to come": {func(r *mediav1.ReportSharedVideoRequest) { r.Reason = 77 }, "REPORT_INVALID"},
		"a long note": {func(r *mediav1.ReportSharedVideoRequest) { r.Note = strings.Repeat("🔥", 200) + "w" },
			"REPORT_INVALID"},
		"no video": {func(r *mediav1.ReportSharedVideoRequest) { r.VideoId = uuid.NewString() }, "VIDEO_NOT_FOUND"},
		"no id":    {func(r *mediav1.ReportSharedVideoRequest) { r.VideoId = "x" }, "VIDEO_NOT_FOUND"},
		"a video that is not shared": {func(r *mediav1.ReportSharedVideoRequest) { r.VideoId = unshared.GetId() },
			"VIDEO_NOT_FOUND"},
	} {
		r := &mediav1.ReportSharedVideoRequest{VideoId: v.GetId(),
			Reason: mediav1.ReportReason_REPORT_REASON_OTHER}
		c.change(r)
		if _, err := w.videos.ReportSharedVideo(withVisitor(t.Context(), ""), r); err == nil ||
			fault.From(err).Reason != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	r := &mediav1.ReportSharedVideoRequest{VideoId: v.GetId(), Reason: mediav1.ReportReason_REPORT_REASON_OTHER}
	if _, err := w.videos.ReportSharedVideo(t.Context(), r); fault.From(err).Kind != fault.KindUnauthenticated {
		t.Errorf("without a visitor: %v", err)
	}
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_HIDE)
	w.awaitVideoGone(t, v)
	if err := w.reportVideo(t, v.GetId()); fault.From(err).Reason != "VIDEO_NOT_FOUND" {
		t.Errorf("a hidden one: %v", err)
	}
	if sent := casestest.Calls[*moderationv1.ReportSubjectRequest](moderation); len(sent) != 0 {
		t.Errorf("sent %v", sent)
	}
}

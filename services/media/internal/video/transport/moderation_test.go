package transport

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/cases"
)

func TestDecodeReportReadsEveryField(t *testing.T) {
	t.Parallel()
	for known, reason := range moderation.Reasons {
		r := &mediav1.ReportSharedVideoRequest{VideoId: "video", Reason: known, Note: "note"}
		testkit.CheckComplete(t, r)
		for standing, settled := range map[string]bool{rpc.StandingSettled: true, rpc.StandingSolved: false} {
			by := rpc.Caller{Visitor: "ann", Lane: "network", Standing: standing}
			got, err := decodeReport(rpc.WithCaller(t.Context(), by), r)
			want := videos.ReportVideoInput{ID: "video", Report: cases.Report{Reason: reason, Note: "note", Device: "ann",
				Lane: "network", Settled: settled}}
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%v, %s", err, diff)
			}
		}
	}
}

func TestDecodeOwnerRequestsReadsEveryField(t *testing.T) {
	t.Parallel()
	ctx := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "ann", Account: "account"})
	own := videos.OwnVideoInput{ID: "video", Owner: moderation.Owner{Visitor: "ann", Account: "account"}}

	look := &mediav1.GetSharedVideoModerationRequest{VideoId: "video"}
	testkit.CheckComplete(t, look)
	looked, err := decodeOwn(ctx, look)
	if diff := cmp.Diff(own, looked); err != nil || diff != "" {
		t.Errorf("%v, %s", err, diff)
	}

	appeal := &mediav1.AppealSharedVideoRequest{VideoId: "video", Text: "text"}
	testkit.CheckComplete(t, appeal)
	appealed, err := decodeAppeal(ctx, appeal)
	if diff := cmp.Diff(videos.AppealVideoInput{OwnVideoInput: own, Text: "text"}, appealed); err != nil || diff != "" {
		t.Errorf("%v, %s", err, diff)
	}
}

// Its fields are those of moderation.Encode, which has its own test.
func TestEncodeModerationIsEmptyWithoutDecisions(t *testing.T) {
	t.Parallel()
	hidden := time.Date(2030, 1, 2, 3, 4, 5, 6000, time.UTC)
	for _, c := range []struct {
		state moderation.State
		want  *mediav1.PublicationModeration
	}{
		{moderation.State{}, &mediav1.PublicationModeration{}},
		{moderation.State{Hidden: &hidden}, &mediav1.PublicationModeration{
			State: mediav1.ModerationState_MODERATION_STATE_HIDDEN, HideTime: timestamppb.New(hidden), CanAppeal: true}},
	} {
		got := encodeModeration(c.state)
		if diff := cmp.Diff(c.want, got, protocmp.Transform()); diff != "" {
			t.Error(diff)
		}
	}
}

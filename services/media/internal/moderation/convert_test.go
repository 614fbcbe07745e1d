package moderation

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/moderation/api/decisions"
)

func TestEncodeKeepsEveryField(t *testing.T) {
	t.Parallel()
	hidden, appealed := time.Date(2030, 1, 2, 3, 4, 5, 6000, time.UTC), time.Date(2030, 1, 3, 3, 4, 5, 6000, time.UTC)
	answered := appealed.Add(time.Hour)
	want := &mediav1.PublicationModeration{State: mediav1.ModerationState_MODERATION_STATE_REMOVED,
		Reason: mediav1.ReportReason_REPORT_REASON_PERSON, Message: "message", HideTime: timestamppb.New(hidden),
		Appeal: "appeal", AppealTime: timestamppb.New(appealed), Answer: "answer",
		AnswerTime: timestamppb.New(answered)}
	got := Encode(State{Hidden: &hidden, Removed: true,
		Reason: decisions.ReasonPerson, Message: "message", Decided: &hidden, Appeal: "appeal", Appealed: &appealed,
		Answer: "answer", Answered: &answered})
	if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	want.CanAppeal = true // no message has it together with an appeal
	testkit.CheckComplete(t, want)
}

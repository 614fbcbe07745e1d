package transport

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/decisions"
)

func decodeAppeal(ctx context.Context, r *mediav1.AppealPublicationRequest) (publications.AppealInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return publications.AppealInput{PublicationID: r.GetPublicationId(), Caller: ownerOf(caller), Text: r.GetText()},
		err
}

// encodeModeration returns what a maker sees of decisions, or nil when there is nothing.
func encodeModeration(m publications.Moderated) *mediav1.PublicationModeration {
	if !m.IsHidden() && m.Decided == nil {
		return nil
	}
	out := &mediav1.PublicationModeration{State: mediav1.ModerationState_MODERATION_STATE_RESTORED,
		Reason: decisions.Encode(reasons, m.Reason), Message: m.Message, CanAppeal: m.IsHidden() && m.Appealed == nil,
		Appeal: m.Appeal, AppealTime: encodeTime(m.Appealed), Answer: m.Answer, AnswerTime: encodeTime(m.Answered)}
	switch {
	case m.HiddenBy == publications.HiddenByRemoval:
		out.State, out.HideTime = mediav1.ModerationState_MODERATION_STATE_REMOVED, encodeTime(m.Hidden)
	case m.IsHidden():
		out.State, out.HideTime = mediav1.ModerationState_MODERATION_STATE_HIDDEN, encodeTime(m.Hidden)
	}
	return out
}

// encodeTime returns nil for no time.
func encodeTime(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}

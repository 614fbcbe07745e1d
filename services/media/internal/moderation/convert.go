package moderation

import (
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/moderation/api/decisions"
)

// Reasons are those of the contract; an unknown one is none.
var Reasons = map[mediav1.ReportReason]decisions.Reason{
	mediav1.ReportReason_REPORT_REASON_SPAM:      decisions.ReasonSpam,
	mediav1.ReportReason_REPORT_REASON_OFFENSIVE: decisions.ReasonOffensive,
	mediav1.ReportReason_REPORT_REASON_PERSON:    decisions.ReasonPerson,
	mediav1.ReportReason_REPORT_REASON_COPYRIGHT: decisions.ReasonCopyright,
	mediav1.ReportReason_REPORT_REASON_OTHER:     decisions.ReasonOther,
}

// Encode returns what a maker sees of decisions, or nil when there were none.
func Encode(s State) *mediav1.PublicationModeration {
	if s.Hidden == nil && s.Decided == nil {
		return nil
	}
	out := &mediav1.PublicationModeration{State: mediav1.ModerationState_MODERATION_STATE_RESTORED,
		Reason: decisions.Encode(Reasons, s.Reason), Message: s.Message, HideTime: decisions.EncodeTime(s.Hidden),
		CanAppeal: s.CheckAppeal(ErrAppealMade) == nil, Appeal: s.Appeal,
		AppealTime: decisions.EncodeTime(s.Appealed), Answer: s.Answer, AnswerTime: decisions.EncodeTime(s.Answered)}
	switch {
	case s.Hidden == nil:
	case s.Removed:
		out.State = mediav1.ModerationState_MODERATION_STATE_REMOVED
	default:
		out.State = mediav1.ModerationState_MODERATION_STATE_HIDDEN
	}
	return out
}

package decisions

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// Kind is what a subject is, as the database has it.
type Kind string

// The kinds of subjects.
const (
	KindPicture   Kind = "picture"
	KindVideo     Kind = "video"
	KindWallEntry Kind = "wall_entry"
	KindPlace     Kind = "place"
)

// Kinds are those of the contract.
var Kinds = map[moderationv1.SubjectKind]Kind{
	moderationv1.SubjectKind_SUBJECT_KIND_PICTURE:    KindPicture,
	moderationv1.SubjectKind_SUBJECT_KIND_VIDEO:      KindVideo,
	moderationv1.SubjectKind_SUBJECT_KIND_WALL_ENTRY: KindWallEntry,
	moderationv1.SubjectKind_SUBJECT_KIND_PLACE:      KindPlace,
}

// Action is what a decision does, as the database has it.
type Action string

// The actions.
const (
	ActionLeave   Action = "leave"
	ActionHide    Action = "hide"
	ActionRemove  Action = "remove"
	ActionRestore Action = "restore"
)

// Actions are those of the contract.
var Actions = map[moderationv1.Action]Action{
	moderationv1.Action_ACTION_LEAVE:   ActionLeave,
	moderationv1.Action_ACTION_HIDE:    ActionHide,
	moderationv1.Action_ACTION_REMOVE:  ActionRemove,
	moderationv1.Action_ACTION_RESTORE: ActionRestore,
}

// Outcome is what became of a decision, as the database has it.
type Outcome string

// The outcomes.
const (
	OutcomeApplied    Outcome = "applied"
	OutcomeNotFound   Outcome = "not_found"
	OutcomeWithdrawn  Outcome = "withdrawn"
	OutcomeSuperseded Outcome = "superseded"
)

// Outcomes are those of the contract.
var Outcomes = map[moderationv1.Outcome]Outcome{
	moderationv1.Outcome_OUTCOME_APPLIED:    OutcomeApplied,
	moderationv1.Outcome_OUTCOME_NOT_FOUND:  OutcomeNotFound,
	moderationv1.Outcome_OUTCOME_WITHDRAWN:  OutcomeWithdrawn,
	moderationv1.Outcome_OUTCOME_SUPERSEDED: OutcomeSuperseded,
}

// Reason is what is wrong with content, as databases have it.
type Reason string

// The reasons.
const (
	ReasonNone      Reason = "" // of what is left or restored
	ReasonSpam      Reason = "spam"
	ReasonOffensive Reason = "offensive"
	ReasonPerson    Reason = "person" // it shows, names or exposes a person
	ReasonCopyright Reason = "copyright"
	ReasonOther     Reason = "other"
)

// Reasons are those of the contract.
var Reasons = map[moderationv1.Reason]Reason{
	moderationv1.Reason_REASON_SPAM:      ReasonSpam,
	moderationv1.Reason_REASON_OFFENSIVE: ReasonOffensive,
	moderationv1.Reason_REASON_PERSON:    ReasonPerson,
	moderationv1.Reason_REASON_COPYRIGHT: ReasonCopyright,
	moderationv1.Reason_REASON_OTHER:     ReasonOther,
}

// Encode returns the value of the contract in a table such as Kinds.
func Encode[Contract, Stored comparable](values map[Contract]Stored, stored Stored) (found Contract) {
	for value, as := range values {
		if as == stored {
			return value
		}
	}
	return found
}

// EncodeTime returns nil for no time.
func EncodeTime(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}

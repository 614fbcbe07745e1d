package cases

import (
	"context"

	"mcwick.example/services/moderation/api/decisions"
)

// DecideInput is an operator's decision.
type DecideInput struct {
	Subject SubjectInput
	Action  decisions.Action // empty for one that the contract does not have
	Reason  decisions.Reason
	Message string       // to the maker
	Note    string       // to operators
	Details DetailsInput // what its owner knows of it; may be empty
	// The version of the newest decision that the operator saw; nil to decide anyway, except to take back a removal.
	Known *int
	// Whether the operator saw an open appeal; nil to answer one in any case.
	AppealSeen *bool
}

// Verdict is a valid decision to make.
type Verdict struct {
	Details // those that the case lacks
	Action  decisions.Action
	Reason  decisions.Reason
	Message string
	Note    string
	Known   *int
	// AppealSeen is that of DecideInput.
	AppealSeen *bool
}

// Decide decides on a subject, closes its signals and answers its open appeal. A decision about a place only closes
// the request.
func (s *Service) Decide(ctx context.Context, in DecideInput) (Decision, error) {
	var c checks
	in.Details.SubjectInput = in.Subject
	v := Verdict{Details: c.details(in.Details), Action: in.Action, Reason: in.Reason,
		Message: c.Note("message", in.Message, maxNote), Note: c.Note("note", in.Note, maxNote), Known: in.Known,
		AppealSeen: in.AppealSeen}
	if v.Kind == decisions.KindPlace && in.Action != decisions.ActionLeave {
		c.Reject("action", "Leave it to close the request, and decide about what it describes.")
	}
	switch in.Action {
	case decisions.ActionHide, decisions.ActionRemove:
		if in.Reason == decisions.ReasonNone {
			c.Reject("reason", "Say what is wrong with it: its maker reads that.")
		}
	case decisions.ActionLeave, decisions.ActionRestore:
		v.Reason = decisions.ReasonNone
	default:
		c.Reject("action", "Leave, hide, remove or restore it.")
	}
	if err := c.Err("DECISION_INVALID"); err != nil {
		return Decision{}, err
	}
	return s.store.Decide(ctx, v)
}

// LaneReports is how many reports from one network wait, and what became of those that were closed last.
type LaneReports struct {
	Open      int // they wait for an operator
	Takedowns int // the takedown requests that do
	Upheld    int // an operator hid or removed what was reported
	Wrong     int // an operator left it public or restored it
}

// LaneReports returns what became of the reports from one network.
func (s *Service) LaneReports(ctx context.Context, lane string) (LaneReports, error) {
	return s.store.LaneReports(ctx, lane)
}

// MaxDismissed is how many signals of a lane one act closes.
const MaxDismissed = 1000

// DismissLaneInput is an operator's act on the reports, or the takedown requests, of one network.
type DismissLaneInput struct {
	Lane string
	Kind SignalKind
	Note string
}

// Dismissed is the result of such an act.
type Dismissed struct {
	Dismissed int
	Remaining int // how many the network has left
}

// DismissLane closes open signals of a kind that came from one network; their subjects stay as they are.
func (s *Service) DismissLane(ctx context.Context, in DismissLaneInput) (Dismissed, error) {
	if in.Lane == "" {
		return Dismissed{}, ErrNoLane
	}
	return s.store.DismissLane(ctx, in)
}

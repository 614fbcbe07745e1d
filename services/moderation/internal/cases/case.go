// Package cases has what is known about content that visitors reported or operators decided on: one
// case for each subject, with signals, decisions and an appeal.
package cases

import (
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/services/moderation/api/decisions"
)

// SignalKind is where a signal comes from.
type SignalKind string

// The kinds of signals.
const (
	SignalReport   SignalKind = "report"
	SignalVerdict  SignalKind = "verdict"
	SignalTakedown SignalKind = "takedown"
)

// Subject is what a case is about.
type Subject struct {
	Kind decisions.Kind
	ID   uuid.UUID
}

// Details is what operators need to judge a subject.
type Details struct {
	Subject
	Text         string // what it says
	ObjectName   string // below the media base; empty when it has none
	MakerDevice  string // may be empty
	MakerAccount string // may be empty
}

// Signal is a reason to look at a subject.
type Signal struct {
	Kind    SignalKind
	Source  string // the reporting device, or the check; a source counts once per subject
	Lane    string // the network; empty when unknown
	Settled bool   // the device is: others' reports weigh nothing
	Reason  decisions.Reason
	Note    string
	XHandle string // of a takedown request: the person it is about; may be empty
	Created time.Time
}

// Weighed is a stored signal, with how much it counts towards hiding.
type Weighed struct {
	Kind    SignalKind       `json:"kind"`
	Reason  decisions.Reason `json:"reason"`
	Note    string           `json:"note"`
	Lane    string           `json:"lane"`
	Weight  int64            `json:"weight"` // 0 to WeightUnit
	XHandle string           `json:"x_handle"`
	Created time.Time        `json:"created_at"`
}

// Status is whether a subject is public, as the last decision says.
type Status string

// The statuses.
const (
	StatusPublic              Status = "public"
	StatusHiddenAutomatically Status = "hidden_automatically" // by reports alone, or a check
	StatusHidden              Status = "hidden"
	StatusRemoved             Status = "removed"
)

// Decision is what an operator, or reports alone, decided.
type Decision struct {
	ID            uuid.UUID         `json:"id"`
	Version       int               `json:"version"` // of the subject's decisions, from 1
	Action        decisions.Action  `json:"action"`
	Reason        decisions.Reason  `json:"reason"`
	Message       string            `json:"message"`  // to the maker
	Note          string            `json:"note"`     // to operators
	Operator      string            `json:"operator"` // empty when reports alone decided
	AnswersAppeal bool              `json:"answers_appeal"`
	Created       time.Time         `json:"created_at"`
	Applied       *time.Time        `json:"applied_at"` // nil while it is not yet applied
	Outcome       decisions.Outcome `json:"outcome"`    // empty while it is not yet applied
}

// Appeal is what the maker has against a decision.
type Appeal struct {
	Text     string     `json:"text"` // empty once it was forgotten
	Created  time.Time  `json:"created_at"`
	Answered *time.Time `json:"answered_at"` // nil while it is open
}

// Case is all that is known about a subject.
type Case struct {
	ID uuid.UUID
	Details
	Open        bool
	Status      Status
	Due         *time.Time // when an operator should have decided; nil for a closed case
	Urgency     int64      // the order of open cases, the most urgent has the largest
	Weight      int64      // of the open signals, in WeightUnit
	OpenSignals int
	Signals     []Weighed  // open ones, newest first, at most MaxShown
	Decisions   []Decision // newest first, at most MaxShown
	Appeal      *Appeal    // nil while there is none
	Created     time.Time
	Updated     time.Time
}

// MaxShown is how many signals and decisions of a case operators see.
const MaxShown = 10

// WeightUnit is a weight of 1. Weights are whole numbers, because pages are in their order.
const WeightUnit = 1000

// The errors of calls, besides invalid fields.
var (
	ErrNoCase = fault.New(fault.KindNotFound, "CASE_NOT_FOUND", "There is no case about that.")
	ErrNoLane = fault.New(fault.KindNotFound, "LANE_REPORTS_NOT_FOUND", "Nothing like that from that network is open.")
	ErrHidden = fault.New(fault.KindPrecondition, "ALREADY_HIDDEN",
		"An operator has hidden it already, for that reason.")
	ErrNotHidden = fault.New(fault.KindPrecondition, "NOT_HIDDEN", "It is not hidden, so there is nothing to restore.")
	ErrStale     = fault.New(fault.KindPrecondition, "CASE_CHANGED",
		"Another operator decided meanwhile, or its maker appealed. Look at the case again.")
	ErrNothingToAppeal = fault.New(fault.KindPrecondition, "NOTHING_TO_APPEAL",
		"Nobody hid that, broh, or the last word on it was spoken.")
	ErrAppealMade = fault.New(fault.KindConflict, "APPEAL_MADE", "You appealed already, broh. One each.")
	ErrNoPayload  = fault.New(fault.KindNotFound, "PAYLOAD_NOT_FOUND",
		"There is no such entry, or its payload was deleted before.")
)

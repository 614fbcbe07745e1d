package wall

import (
	"context"
	"strings"

	"mcwick.example/platform/text"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/decisions"
)

// Cases is the moderation service as the use cases need it.
type Cases interface {
	// Report sends a report. It returns cases.ErrReportsAway when that failed for another reason than
	// the report.
	Report(ctx context.Context, of cases.Details, r cases.Report) error
	// RequestTakedown sends the caller's takedown request. It returns cases.ErrReportsAway when that
	// failed for another reason than the request.
	RequestTakedown(ctx context.Context, r cases.Takedown) error
	// Import makes a case of what was known before cases existed, and returns the version of the
	// decision in force. A repeat changes nothing.
	Import(ctx context.Context, in cases.Import) (version int, err error)
}

// details returns what operators need to judge an entry. Nothing is stored of who nominated it.
func (e Entry) details() cases.Details {
	return cases.Details{Kind: decisions.KindWallEntry, ID: e.ID,
		Text: strings.TrimSpace(e.XHandle + "\nWall of " + titles[e.Wall] + "\n" + e.Bio)}
}

// titles are the walls' names as operators read them.
var titles = map[Wall]string{Flame: "Flame", Shame: "Shame"}

// ReportInput says what is wrong with an entry.
type ReportInput struct {
	Visitor string
	Lane    string // the visitor's network
	Settled bool   // the visitor's device is
	EntryID string
	Reason  decisions.Reason // empty if unknown
	Note    string
}

// ReportEntry sends a device's report of a public entry to the moderation service, which counts it
// once.
func (s *Service) ReportEntry(ctx context.Context, in ReportInput) error {
	var c checks
	if in.Reason == "" {
		c.Reject("reason", "Say what is wrong with it, broh.")
	}
	note := c.Note("note", in.Note, maxTextLength)
	if err := c.Err("REPORT_INVALID"); err != nil {
		return err
	}
	id, ok := text.ParseID(in.EntryID)
	if !ok {
		return ErrEntryNotFound
	}
	e, err := s.store.Entry(ctx, id)
	if err != nil {
		return err
	}
	return s.cases.Report(ctx, e.details(), cases.Report{Reason: in.Reason, Note: note, Device: in.Visitor,
		Lane: in.Lane, Settled: in.Settled, Created: s.now()})
}

// RequestTakedown passes a takedown request on to the moderation service, which checks it.
func (s *Service) RequestTakedown(ctx context.Context, r cases.Takedown) error {
	return s.cases.RequestTakedown(ctx, r)
}

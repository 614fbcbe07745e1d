package publications

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
)

// maxNote limits the note of a report or of an operator, in UTF-16 units.
const maxNote = 400

// ReportReason is what is wrong with a picture.
type ReportReason string

// The reasons.
const (
	ReportSpam      ReportReason = "spam"
	ReportOffensive ReportReason = "offensive"
	ReportPerson    ReportReason = "person" // it shows or names a person
	ReportCopyright ReportReason = "copyright"
	ReportOther     ReportReason = "other"
)

// Report is a device's report of a publication.
type Report struct {
	Publication uuid.UUID
	Visitor     string
	Reason      ReportReason
	Note        string // at most 400 UTF-16 units; may be empty
	Lane        string // the reporter's network; empty when unknown
	Counts      bool   // towards hiding: a device that may have been created for this report does not
}

// ReportInput is a report as it is received.
type ReportInput struct {
	PublicationID string
	Visitor       string
	Reason        ReportReason // empty if unknown
	Note          string
	Lane          string
	Settled       bool // the device has existed for a while
}

// report returns the report to store, or an error that lists every invalid field.
func (in ReportInput) report() (Report, error) {
	id, ok := text.ParseID(in.PublicationID)
	if !ok {
		return Report{}, ErrNotPublic
	}
	var bad []fault.Field
	if in.Reason == "" {
		bad = append(bad, fault.Field{Name: "reason", Message: "What is wrong with it, broh? Pick one."})
	}
	note, unfit := checkNote(in.Note)
	r := Report{Publication: id, Visitor: in.Visitor, Reason: in.Reason, Note: note, Lane: in.Lane, Counts: in.Settled}
	return r, fault.Invalid("REPORT_INVALID", append(bad, unfit...)...)
}

// checkNote returns a trimmed note, or what is wrong with it.
func checkNote(s string) (string, []fault.Field) {
	s = strings.TrimSpace(s)
	message := text.DescribeProblem(s, maxNote, fmt.Sprintf("Keep the note to %d characters, broh.", maxNote))
	if message == "" {
		return emptyIfNil(s), nil
	}
	return s, []fault.Field{{Name: "note", Message: message}}
}

// Report stores a device's report of a picture, once. When settled devices of enough networks have
// open reports of it, it is hidden at once, unless an operator cleared it before; operators see
// every report, and may restore what was hidden.
func (s *Service) Report(ctx context.Context, in ReportInput) error {
	r, err := in.report()
	if err != nil {
		return err
	}
	hidden, err := s.store.Report(ctx, r, s.config.ReportsToHide, s.now())
	if err == nil && hidden {
		s.hidden.Mark(true, r.Publication.String())
	}
	return err
}

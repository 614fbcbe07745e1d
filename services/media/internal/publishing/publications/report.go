package publications

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/decisions"
)

// maxNote limits the note of a report or of an operator, in UTF-16 units.
const maxNote = 400

// Cases is the moderation service as the use cases need it.
type Cases interface {
	// Report sends a report. It returns cases.ErrReportsAway when that failed for another reason than
	// the report.
	Report(ctx context.Context, of cases.Details, r cases.Report) error
	// Appeal sends what the maker has against a decision. It returns cases.ErrAppealsAway when that
	// failed for another reason than the appeal.
	Appeal(ctx context.Context, kind decisions.Kind, id uuid.UUID, text string) error
	// RecordVerdict opens the case of what an automatic check has hidden. A repeat changes nothing.
	RecordVerdict(ctx context.Context, of cases.Details, check string) error
	// Import makes a case of what was known before cases existed, and returns the version of the
	// decision in force. A repeat changes nothing.
	Import(ctx context.Context, in cases.Import) (version int, err error)
}

// Shown is what visitors see of a publication, and its owner.
type Shown struct {
	ID         uuid.UUID
	ObjectName string
	Visitor    string
	Account    string // empty without one
	Overlays   []render.Overlay
	Caption    string
	Signature  string
	Action     string
	Scene      string
	Style      string
}

// details returns what operators need to judge it.
func (p Shown) details() cases.Details {
	in := PublishInput{Overlays: p.Overlays, Caption: p.Caption, Signature: p.Signature}
	var texts []string
	for _, t := range in.shown(Artwork{Action: p.Action, Scene: p.Scene, Style: p.Style}) {
		if !text.IsBlank(t.Text) {
			texts = append(texts, t.Text)
		}
	}
	return cases.Details{Kind: decisions.KindPicture, ID: p.ID, Text: strings.Join(texts, "\n"),
		ObjectName: p.ObjectName, MakerDevice: p.Visitor, MakerAccount: p.Account}
}

// ReportInput is a report as it is received.
type ReportInput struct {
	PublicationID string
	Visitor       string
	Reason        decisions.Reason // empty if unknown
	Note          string
	Lane          string
	Settled       bool
}

// report returns the publication and the report to send, or an error that lists every invalid
// field.
func (in ReportInput) report() (uuid.UUID, cases.Report, error) {
	id, ok := text.ParseID(in.PublicationID)
	if !ok {
		return uuid.Nil, cases.Report{}, ErrNotPublic
	}
	var bad []fault.Field
	if in.Reason == "" {
		bad = append(bad, fault.Field{Name: "reason", Message: "What is wrong with it, broh? Pick one."})
	}
	note, unfit := checkNote(in.Note)
	return id, cases.Report{Reason: in.Reason, Note: note, Device: in.Visitor, Lane: in.Lane, Settled: in.Settled},
		fault.Invalid("REPORT_INVALID", append(bad, unfit...)...)
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

// Report sends a device's report of a public picture to the moderation service, which counts it
// once and decides.
func (s *Service) Report(ctx context.Context, in ReportInput) error {
	id, r, err := in.report()
	if err != nil {
		return err
	}
	of, err := s.store.Shown(ctx, id)
	if err != nil {
		return err
	}
	r.Created = s.now()
	return s.cases.Report(ctx, of.details(), r)
}

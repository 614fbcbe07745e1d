package publications

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/decisions"
)

// Cases is the moderation service as the use cases need it.
type Cases interface {
	moderation.Cases
	// RecordVerdict opens the case of what an automatic check has hidden, with what it found. A repeat
	// changes nothing.
	RecordVerdict(ctx context.Context, of cases.Details, check, finding string) error
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
	r, err := moderation.CheckReport(cases.Report{Reason: in.Reason, Note: in.Note, Device: in.Visitor, Lane: in.Lane,
		Settled: in.Settled})
	return id, r, err
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

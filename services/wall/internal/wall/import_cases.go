package wall

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/decisions"
)

// Complaint is what a process of the last release stored: reports of an entry, or a takedown
// request.
type Complaint struct {
	ID      uuid.UUID
	EntryID uuid.UUID        // of reports; uuid.Nil in a takedown request
	Wall    Wall             // of that entry
	XHandle string           // of that entry, or of the person that a request is about; may be empty
	Bio     string           // of that entry
	IsGone  bool             // that entry is
	Place   string           // of a takedown request
	Reason  decisions.Reason // that of the first device
	Note    string           // the first device's note, or the reason of the request
	Repeats int              // from how many more networks the entry was reported
	Lane    string           // empty when unknown
	Created time.Time
	Devices []Reporter // of reports, oldest first; those of 30 days ago are forgotten
}

// Reporter is a device that reported an entry.
type Reporter struct {
	Visitor string
	Lane    string // the network; empty when unknown
	Created time.Time
}

// imported returns the case of a complaint. The text of the first report is stored, and whether a
// device was settled is not, so its report weighs nothing; a takedown request weighs as much as any.
// Where no device is known, the complaint's id stands for it.
func (c Complaint) imported() cases.Import {
	if len(c.Devices) == 0 {
		c.Devices = []Reporter{{Visitor: c.ID.String(), Lane: c.Lane, Created: c.Created}}
	}
	isTakedown := c.EntryID == uuid.Nil
	out := cases.Import{Details: Entry{ID: c.EntryID, Wall: c.Wall, XHandle: c.XHandle, Bio: c.Bio}.details()}
	if isTakedown {
		c.Reason = decisions.ReasonPerson
		out.Details = cases.Details{Kind: decisions.KindPlace, ID: c.ID,
			Text: strings.TrimSpace(c.Place + "\n" + c.XHandle)}
	}
	for _, d := range c.Devices {
		out.Reports = append(out.Reports, cases.Report{Reason: c.Reason, Device: d.Visitor, Lane: d.Lane,
			Settled: isTakedown, Created: d.Created})
	}
	out.Reports[0].Note = c.Note
	return out
}

// ImportCases sends all open complaints to the moderation service and closes them. A crash between
// the two sends one again, which changes nothing. There is nothing to decide about an entry that is gone.
func (s *Service) ImportCases(ctx context.Context) error {
	return cases.ImportAll(ctx, s.store.OpenComplaints, func(c Complaint) uuid.UUID { return c.ID },
		func(ctx context.Context, c Complaint) error {
			if !c.IsGone {
				if _, err := s.cases.Import(ctx, c.imported()); err != nil {
					return err
				}
			}
			return s.store.FinishImport(ctx, c)
		})
}

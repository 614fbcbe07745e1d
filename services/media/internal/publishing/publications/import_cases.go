package publications

import (
	"context"

	"github.com/google/uuid"

	"mcwick.example/services/moderation/api/cases"
)

// Unimported is a publication that was hidden by the check of its picture, or from before cases
// existed, or that a process of the last release hid or took reports of: the moderation service does
// not know that.
type Unimported struct {
	Shown
	Reports  []cases.Report
	Hidden   bool
	Flagged  bool   // its picture's check hid it
	Finding  string // what that check found; empty when it is not known
	HiddenBy string // an operator's name; empty for reports alone
	Cleared  bool   // an operator left it public or restored it
}

// ImportCases sends all of them to the moderation service. A crash between sending and recording
// sends one again, which changes nothing.
func (s *Service) ImportCases(ctx context.Context) error {
	return cases.ImportAll(ctx, s.store.UnimportedCases, func(u Unimported) uuid.UUID { return u.ID }, s.importCase)
}

// pictureCheck names the check whose verdicts become cases.
const pictureCheck = "picture-check"

func (s *Service) importCase(ctx context.Context, u Unimported) error {
	if u.Flagged {
		if err := s.cases.RecordVerdict(ctx, u.details(), pictureCheck, u.Finding); err != nil {
			return err
		}
	}
	version, err := s.cases.Import(ctx, cases.Import{Details: u.details(), Reports: u.Reports, Hidden: u.Hidden,
		HiddenBy: u.HiddenBy, Cleared: u.Cleared})
	if err != nil {
		return err
	}
	return s.store.FinishImport(ctx, u, version, s.now())
}

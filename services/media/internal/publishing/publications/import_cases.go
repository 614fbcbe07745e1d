package publications

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/services/moderation/api/cases"
)

// importBatch is how many publications one query finds.
const importBatch = 50

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
// sends one again, which changes nothing. What it rejects is left out; when it is away, the next
// pass goes on.
func (s *Service) ImportCases(ctx context.Context) error {
	var rejected []error
	for after := uuid.Nil; ; {
		batch, err := s.store.UnimportedCases(ctx, after, importBatch)
		if err != nil {
			return err
		}
		for _, u := range batch {
			after = u.ID
			if err := s.importCase(ctx, u); fault.IsFault(err) {
				return err
			} else if err != nil {
				rejected = append(rejected, err)
			}
		}
		if len(batch) < importBatch {
			return errors.Join(rejected...)
		}
	}
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

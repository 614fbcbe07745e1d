package publications

import (
	"context"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
)

// ReportedPublication is a publication for operators to review.
type ReportedPublication struct {
	Published
	HiddenBy    HiddenBy     // empty while it is public
	OpenReports int          // since the last review
	Reports     []ReportNote // the newest of those, at most MaxReportNotes
}

// MaxReportNotes is how many reports of a publication an operator sees.
const MaxReportNotes = 10

// ReportNote is the text of one report.
type ReportNote struct {
	Reason  ReportReason `json:"reason"`
	Note    string       `json:"note"`
	Lane    string       `json:"lane"` // the reporter's network; empty when unknown
	Created time.Time    `json:"created_at"`
}

// ReportsInput requests one page of reported publications.
type ReportsInput struct {
	After string // a cursor; empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// ReportsPage is one page of publications, most reported first.
type ReportsPage struct {
	Publications []ReportedPublication
	Next         string // the cursor of the next page; empty on the last one
}

// ActInput is an operator's act on one publication, with the reason.
type ActInput struct {
	PublicationID string
	Note          string // at most 400 UTF-16 units; may be empty
}

// id returns the publication, or ErrNoPublication.
func (in ActInput) id() (uuid.UUID, error) {
	id, ok := text.ParseID(in.PublicationID)
	if !ok {
		return uuid.Nil, ErrNoPublication
	}
	return id, nil
}

// ListReports returns one page of the publications with open reports.
func (s *Service) ListReports(ctx context.Context, in ReportsInput) (ReportsPage, error) {
	after, size, bad := page.Parse[int64](in.After, in.Size)
	if err := fault.Invalid("LIST_INVALID", bad...); err != nil {
		return ReportsPage{}, err
	}
	found, err := s.store.Reported(ctx, after, size+1) // one more shows whether a page follows
	if err != nil {
		return ReportsPage{}, err
	}
	all, next := page.Paginate(found, size, func(r ReportedPublication) page.CountCursor {
		return page.CountCursor{Key: int64(r.OpenReports), ID: r.ID}
	})
	return ReportsPage{Publications: all, Next: next}, nil
}

// Show returns a publication's picture as a PNG, also while it is hidden.
func (s *Service) Show(ctx context.Context, in ActInput) ([]byte, error) {
	id, err := in.id()
	if err != nil {
		return nil, err
	}
	name, err := s.store.Object(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.objects.Get(ctx, name)
}

// Hide hides a publication on behalf of an operator. Its bytes are kept, but not served.
func (s *Service) Hide(ctx context.Context, in ActInput) error {
	return s.doAct(ctx, in, s.store.Hide, func(id uuid.UUID) { s.hidden.Mark(true, id.String()) })
}

// Restore makes public again what an operator or reports have hidden.
func (s *Service) Restore(ctx context.Context, in ActInput) error {
	return s.doAct(ctx, in, s.store.Restore, func(id uuid.UUID) { s.hidden.Mark(false, id.String()) })
}

// DismissReports closes the open reports of a publication, which stays as it is.
func (s *Service) DismissReports(ctx context.Context, in ActInput) error {
	return s.doAct(ctx, in, s.store.Dismiss, func(uuid.UUID) {})
}

// MaxDismissed is how many reports of a lane one act closes.
const MaxDismissed = 1000

// DismissLaneInput is an operator's act on the reports of one network.
type DismissLaneInput struct {
	Lane string
	Note string // at most 400 UTF-16 units; may be empty
}

// DismissedReports is the result of such an act.
type DismissedReports struct {
	Dismissed int
	Remaining int // how many the network has left
}

// DismissLaneReports closes open reports that came from one network; their publications stay as
// they are, also those with other reports.
func (s *Service) DismissLaneReports(ctx context.Context, in DismissLaneInput) (DismissedReports, error) {
	return s.store.DismissLane(ctx, in.Lane, in.Note, s.now())
}

// doAct changes a publication, and then this process's cache of hidden ones.
func (s *Service) doAct(
	ctx context.Context, in ActInput, do func(context.Context, uuid.UUID, string, time.Time) error,
	then func(uuid.UUID),
) error {
	id, err := in.id()
	if err != nil {
		return err
	}
	if err := do(ctx, id, in.Note, s.now()); err != nil {
		return err
	}
	then(id)
	return nil
}

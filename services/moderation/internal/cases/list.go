package cases

import (
	"context"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/services/moderation/api/decisions"
)

// Filter selects cases.
type Filter struct {
	Kind         decisions.Kind // empty for all
	Open         *bool          // nil for all
	Unapplied    bool           // only those with a decision that is not yet applied
	Appealed     bool           // only those with an open appeal
	MakerDevice  string         // empty for all
	MakerAccount string         // empty for all
	Signal       SignalKind     // only those with an open signal of this kind; empty for all
	Lane         string         // only those with an open signal from this network; empty for all
}

// ListInput requests one page.
type ListInput struct {
	Filter
	After string // a cursor; empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// Page is one page of cases.
type Page struct {
	Cases []Case
	Next  string // the cursor of the next page; empty on the last one
}

// List returns open cases with what is due first, and others with the last changed first.
func (s *Service) List(ctx context.Context, in ListInput) (Page, error) {
	if in.Open != nil && *in.Open {
		return list(ctx, in, s.store.OpenCases, func(c Case) page.CountCursor {
			return page.CountCursor{Key: c.Urgency, ID: c.ID}
		})
	}
	return list(ctx, in, s.store.NewestCases, func(c Case) page.TimeCursor {
		return page.TimeCursor{Key: c.Updated, ID: c.ID}
	})
}

func list[K page.Key](
	ctx context.Context, in ListInput,
	find func(ctx context.Context, f Filter, after page.Cursor[K], n int) ([]Case, error),
	cursor func(Case) page.Cursor[K],
) (of Page, err error) {
	of.Cases, of.Next, err = page.List(in.After, in.Size, fault.Checks{},
		func(after page.Cursor[K], n int) ([]Case, error) { return find(ctx, in.Filter, after, n) }, cursor)
	return of, err
}

// Get returns the case of a subject.
func (s *Service) Get(ctx context.Context, in SubjectInput) (Case, error) {
	var c checks
	subject := c.subject(in)
	if err := c.Err("SUBJECT_INVALID"); err != nil {
		return Case{}, err
	}
	return s.store.Case(ctx, subject)
}

// The number of entries of a page of the audit.
const (
	defaultEntries = 100
	maxEntries     = 1000
)

// AuditFilter selects entries of the audit.
type AuditFilter struct {
	Operator   string           // empty for all
	Action     decisions.Action // empty for all
	Subject    *Subject         // nil for all
	Start, End *time.Time       // from Start until before End; nil for no limit
}

// AuditInput requests one page of the audit.
type AuditInput struct {
	AuditFilter
	About       *SubjectInput // the filter's subject as it is received
	After       int64         // the last entry of the previous page; 0 for the first page
	Size        int           // 1 to maxEntries; 0 for defaultEntries
	NewestFirst bool
}

// AuditEntries returns one page of the audit, by number.
func (s *Service) AuditEntries(ctx context.Context, in AuditInput) ([]AuditEntry, error) {
	if in.Size == 0 {
		in.Size = defaultEntries
	}
	if in.Size < 1 || in.Size > maxEntries || in.After < 0 {
		return nil, fault.Invalid("LIST_INVALID",
			fault.Field{Name: "pageSize", Message: "A page has 1 to 1,000 entries, after a number."})
	}
	if in.About != nil {
		var c checks
		subject := c.subject(*in.About)
		if err := c.Err("LIST_INVALID"); err != nil {
			return nil, err
		}
		in.Subject = &subject
	}
	return s.store.AuditEntries(ctx, in)
}

// ForgetPayloadInput is an operator's act on one entry of the audit.
type ForgetPayloadInput struct {
	Number int64
	Note   string
}

// ForgetPayload deletes what an entry says about a person.
func (s *Service) ForgetPayload(ctx context.Context, in ForgetPayloadInput) error {
	return s.store.ForgetPayload(ctx, in.Number, in.Note)
}

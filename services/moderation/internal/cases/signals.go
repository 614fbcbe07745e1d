package cases

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/text"
	"mcwick.example/services/moderation/api/decisions"
)

// ReportInput is a report as the owner of its subject passes it on.
type ReportInput struct {
	Details DetailsInput
	Report  SignalInput
}

// SignalInput is one device's report.
type SignalInput struct {
	Reason  decisions.Reason // empty if unknown
	Note    string
	Device  string
	Lane    string
	Settled bool
	Created time.Time // zero for now
}

// report returns the signal of a report.
func (c *checks) report(in SignalInput, now time.Time) Signal {
	if in.Reason == "" {
		c.Reject("reason", "What is wrong with it, broh? Pick one.")
	}
	if in.Device == "" || len(in.Device) > maxSource || len(in.Lane) > maxSource {
		c.Reject("device", "A report comes from a device.")
	}
	if in.Created.IsZero() {
		in.Created = now
	}
	return Signal{Kind: SignalReport, Source: in.Device, Lane: in.Lane, Settled: in.Settled, Reason: in.Reason,
		Note: c.Note("note", in.Note, maxNote), Created: in.Created}
}

// Report adds a visitor's report of a subject.
func (s *Service) Report(ctx context.Context, in ReportInput) error {
	var c checks
	details, signal := c.details(in.Details), c.report(in.Report, s.now())
	if err := c.Err("REPORT_INVALID"); err != nil {
		return err
	}
	return s.store.Report(ctx, details, signal, s.enough)
}

// VerdictInput is what an automatic check found.
type VerdictInput struct {
	Details DetailsInput
	Check   string
	Note    string
}

// RecordVerdict adds what a check found about a subject that its owner has hidden.
func (s *Service) RecordVerdict(ctx context.Context, in VerdictInput) error {
	var c checks
	details := c.details(in.Details)
	if in.Check == "" || len(in.Check) > maxSource {
		c.Reject("check", "Name the check.")
	}
	signal := Signal{Kind: SignalVerdict, Source: in.Check, Reason: decisions.ReasonOffensive,
		Note: c.Note("note", in.Note, maxNote), Created: s.now()}
	if err := c.Err("VERDICT_INVALID"); err != nil {
		return err
	}
	return s.store.RecordVerdict(ctx, details, signal)
}

// TakedownInput says what should be removed, and why. Its JSON, hashed, is the intent's
// fingerprint, which excludes the sender.
type TakedownInput struct {
	Visitor string `json:"-"`
	Lane    string `json:"-"` // the visitor's network
	Key     string `json:"-"` // the client's key of this intent
	Place   string
	Reason  string
	XHandle string // of the person it is about; may be empty
}

// RequestTakedown requests that operators take something down, anywhere on the site.
func (s *Service) RequestTakedown(ctx context.Context, in TakedownInput) error {
	var c checks
	details := Details{Subject: Subject{Kind: decisions.KindPlace, ID: uuid.New()},
		Text: c.RequiredNote("place", in.Place, maxPlace)}
	signal := Signal{Kind: SignalTakedown, Source: in.Visitor, Lane: in.Lane, Reason: decisions.ReasonPerson,
		Note: c.RequiredNote("reason", in.Reason, maxNote), Created: s.now()}
	if in.XHandle != "" {
		handle, ok := text.ParseHandle(in.XHandle)
		if !ok {
			c.Reject("xHandle", "Please enter a valid X username")
		}
		signal.XHandle = handle
	}
	if err := c.Err("TAKEDOWN_INVALID"); err != nil {
		return err
	}
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return s.store.RequestTakedown(ctx, in.Visitor, idempotency.NewRequest(in.Key, b), details, signal)
}

// AppealInput is what the maker of a subject has against the last decision.
type AppealInput struct {
	Details DetailsInput // what its owner knows of it; may be empty but for the subject
	Text    string
}

// Appeal adds the maker's objection.
func (s *Service) Appeal(ctx context.Context, in AppealInput) error {
	var c checks
	details, said := c.details(in.Details), c.RequiredNote("text", in.Text, maxNote)
	if err := c.Err("APPEAL_INVALID"); err != nil {
		return err
	}
	return s.store.Appeal(ctx, details, said)
}

// Imported is what the owner of a subject knew before cases existed.
type Imported struct {
	Details
	Reports  []Signal
	Hidden   bool
	Cleared  bool   // reports alone never hide it
	HiddenBy string // an operator; empty for reports alone
}

// ImportInput is the same as it is received.
type ImportInput struct {
	Details  DetailsInput
	Reports  []SignalInput
	Hidden   bool
	Cleared  bool
	HiddenBy string
}

// Import makes a case of what was known before cases existed, and returns the version of its last
// decision.
func (s *Service) Import(ctx context.Context, in ImportInput) (version int, err error) {
	var c checks
	all := Imported{Details: c.details(in.Details), Hidden: in.Hidden, Cleared: in.Cleared,
		HiddenBy: cut(in.HiddenBy, maxSource)}
	if len(in.Reports) > maxReports {
		c.Reject("reports", "Send at most 1,000 reports.")
	}
	for _, r := range in.Reports {
		all.Reports = append(all.Reports, c.report(r, s.now()))
	}
	if err := c.Err("IMPORT_INVALID"); err != nil {
		return 0, err
	}
	return s.store.Import(ctx, all)
}

// ConfirmInput says what the owner of subjects has applied.
type ConfirmInput struct {
	Applied []Applied
	Gone    []Subject
}

// maxConfirmed limits both lists of ConfirmInput.
const maxConfirmed = 100

// Confirm records which decisions were applied.
func (s *Service) Confirm(ctx context.Context, in ConfirmInput) error {
	if len(in.Applied) > maxConfirmed || len(in.Gone) > maxConfirmed {
		return fault.Invalid("CONFIRMATION_INVALID", fault.Field{Name: "decisions", Message: "Send at most 100."})
	}
	return s.store.Confirm(ctx, in.Applied, in.Gone)
}

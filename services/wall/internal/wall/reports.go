package wall

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/text"
)

// maxPlaceLength limits the text that says where something is, in UTF-16 units: long enough for a
// link.
const maxPlaceLength = 300

// ReportInput says what is wrong with an entry.
type ReportInput struct {
	Visitor string
	Lane    string // the visitor's network
	EntryID string
	Reason  ReportReason
	Note    string
}

// ReportEntry reports an entry to operators. A network counts once per entry, because a device
// costs nothing, and only the first report of an open complaint is stored with its text.
func (s *Service) ReportEntry(ctx context.Context, in ReportInput) error {
	var c checks
	if in.Reason == "" {
		c.Reject("reason", "Say what is wrong with it, broh.")
	}
	note := c.text("note", in.Note, maxTextLength)
	if err := c.Err("REPORT_INVALID"); err != nil {
		return err
	}
	id, ok := text.ParseID(in.EntryID)
	if !ok {
		return ErrEntryNotFound
	}
	return s.store.Report(ctx, Reporter{in.Visitor, in.Lane},
		Complaint{ID: uuid.New(), EntryID: id, Reason: in.Reason, Note: note})
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
	request := Complaint{ID: uuid.New(), Place: c.requiredText("place", in.Place, maxPlaceLength),
		Note: c.requiredText("reason", in.Reason, maxTextLength), Lane: in.Lane}
	if in.XHandle != "" {
		request.XHandle = c.handle(in.XHandle)
	}
	if err := c.Err("TAKEDOWN_INVALID"); err != nil {
		return err
	}
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return s.store.RequestTakedown(ctx, in.Visitor, idempotency.NewRequest(in.Key, b), request)
}

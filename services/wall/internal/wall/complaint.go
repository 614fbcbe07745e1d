package wall

import (
	"time"

	"github.com/google/uuid"
)

// ReportReason is what is wrong with an entry.
type ReportReason string

// The reasons.
const (
	ReasonSpam      ReportReason = "spam"
	ReasonOffensive ReportReason = "offensive"
	ReasonPersonal  ReportReason = "personal"
	ReasonOther     ReportReason = "other"
)

// Complaint is a visitor's report of an entry, or a takedown request, for operators to handle.
type Complaint struct {
	ID      uuid.UUID
	EntryID uuid.UUID    // of a report; uuid.Nil in a takedown request
	Wall    Wall         // of that entry
	XHandle string       // of that entry, or of the person that a request is about; may be empty
	Reason  ReportReason // of a report: that of the first device
	Place   string       // of a takedown request: where it is
	Note    string       // the first device's note, or the reason of the request
	Repeats int          // from how many more networks the entry was reported
	Lane    string       // the network that it first came from; empty when unknown
	Created time.Time
}

// Reporter is the visitor that reports an entry.
type Reporter struct {
	Visitor string
	Lane    string // the network; empty when unknown
}

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

// Complaint is what visitors want somebody to look at: a report of an entry, or a request to take something down.
type Complaint struct {
	ID      uuid.UUID
	EntryID uuid.UUID    // of a report; uuid.Nil in a request
	Wall    Wall         // of that entry
	XHandle string       // of that entry, or of whom a request is about; may be empty
	Reason  ReportReason // of a report: what the first device said
	Place   string       // of a request: where it is
	Note    string       // what the first device wrote, or why it should go
	Repeats int          // from how many more networks the entry was reported
	Created time.Time
}

// Reporter is who reports an entry.
type Reporter struct {
	Visitor string
	Lane    string // the network; empty when that is not known
}

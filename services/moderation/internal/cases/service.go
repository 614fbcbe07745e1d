package cases

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/page"
	"mcwick.example/services/moderation/api/audit"
	"mcwick.example/services/moderation/api/decisions"
)

// Store is the database as the use cases need it.
type Store interface {
	// Report adds a visitor's report, once for each device. When the open reports weigh enough
	// (Service.enough), it hides the subject.
	Report(ctx context.Context, d Details, s Signal, enough int64) error
	// RecordVerdict adds what a check found about a subject that its owner has hidden, once for each
	// check.
	RecordVerdict(ctx context.Context, d Details, s Signal) error
	// RequestTakedown opens a case about a place. A repeat of the intent does nothing; with another
	// input it returns idempotency.ErrKeyReused.
	RequestTakedown(ctx context.Context, visitor string, as idempotency.Request, d Details, s Signal) error
	// Appeal adds the maker's objection to the last decision, and what its case has forgotten. It
	// returns ErrNothingToAppeal or ErrAppealMade.
	Appeal(ctx context.Context, d Details, text string) error
	// Confirm records which decisions were applied, and closes the cases of subjects that are gone.
	Confirm(ctx context.Context, applied []Applied, gone []Subject) error
	// Import makes a case of what was known before cases existed, and returns the version of its last
	// decision.
	Import(ctx context.Context, in Imported) (version int, err error)
	// Decide decides on a subject on behalf of the operator of ctx. It returns ErrHidden, ErrNotHidden
	// or ErrStale.
	Decide(ctx context.Context, v Verdict) (Decision, error)
	// LaneReports counts the newest reports from a lane by what became of them, and its open takedown requests.
	LaneReports(ctx context.Context, lane string) (LaneReports, error)
	// DismissLane closes up to MaxDismissed open signals of a kind from a lane, or returns ErrNoLane.
	DismissLane(ctx context.Context, in DismissLaneInput) (Dismissed, error)
	// OpenCases returns up to n open cases after the cursor, what is due first at the start.
	OpenCases(ctx context.Context, f Filter, after page.CountCursor, n int) ([]Case, error)
	// NewestCases returns up to n cases after the cursor, the last changed first.
	NewestCases(ctx context.Context, f Filter, after page.TimeCursor, n int) ([]Case, error)
	// Case returns the case of a subject, or ErrNoCase.
	Case(ctx context.Context, of Subject) (Case, error)
	// AuditEntries returns one page of the audit, by number.
	AuditEntries(ctx context.Context, in AuditInput) ([]AuditEntry, error)
	// ForgetPayload deletes the payload of an entry, or returns ErrNoPayload.
	ForgetPayload(ctx context.Context, number int64, note string) error
	// Statistics counts what happened from start until end.
	Statistics(ctx context.Context, start, end time.Time) (Statistics, error)
	// OperatorStatistics counts the same, and what is for operators alone.
	OperatorStatistics(ctx context.Context, start, end time.Time) (OperatorStatistics, error)
}

// Config is the configuration of cases.
type Config struct {
	// ReportsToHide is the number of networks whose reports hide a picture or video that no operator
	// has reviewed.
	ReportsToHide int `env:"REPORTS_TO_HIDE" envDefault:"3"`
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	if c.ReportsToHide < 1 {
		return fmt.Errorf("REPORTS_TO_HIDE is %d: at least one report must be needed", c.ReportsToHide)
	}
	return nil
}

// Service has the use cases.
type Service struct {
	store  Store
	enough int64 // weight
	now    func() time.Time

	statistics         *otter.Cache[struct{}, Statistics]
	operatorStatistics *otter.Cache[struct{}, OperatorStatistics]
}

// NewService returns the use cases on a store.
func NewService(c Config, store Store, now func() time.Time) *Service {
	return &Service{store: store, enough: int64(c.ReportsToHide) * WeightUnit, now: now,
		statistics: newCounts[Statistics](), operatorStatistics: newCounts[OperatorStatistics]()}
}

// SubjectInput is a subject as it is received.
type SubjectInput struct {
	Kind decisions.Kind // empty for one that the contract does not have
	ID   string
}

// DetailsInput is what the owner of a subject knows of it.
type DetailsInput struct {
	SubjectInput
	Text         string
	ObjectName   string
	MakerDevice  string
	MakerAccount string
}

// Applied is a decision that its subject's owner has applied.
type Applied struct {
	ID      uuid.UUID
	Outcome decisions.Outcome
	Time    time.Time
	// NewerVersion is the version that superseded it, when its subject's owner says so; else 0.
	NewerVersion int
}

// AuditEntry is an entry as it is stored.
type AuditEntry struct {
	audit.Entry
	Hash    []byte
	Payload []byte // nil once it was forgotten
}

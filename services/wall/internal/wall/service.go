package wall

import (
	"context"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/page"
	"mcwick.example/services/moderation/api/wordfilter"
)

// Store is the database as the use cases need it.
type Store interface {
	// Entries returns up to n entries of a wall that visitors see after the cursor, newest first.
	Entries(ctx context.Context, of Wall, after page.TimeCursor, n int) ([]Entry, error)
	// Entry returns an entry that visitors see, or ErrEntryNotFound.
	Entry(ctx context.Context, id uuid.UUID) (Entry, error)
	// Nominate stores a nomination, or counts a repeat of an open one, or does nothing for a name
	// that is on that wall, also while it is hidden there, or opted out. A repeat of the intent does
	// nothing; with another input it returns intent.ErrReused.
	Nominate(ctx context.Context, visitor string, as idempotency.Request, n Nomination) error
	// Nominations returns up to n open nominations after the cursor, newest first; of both walls
	// when none is named.
	Nominations(ctx context.Context, of Wall, after page.TimeCursor, n int) ([]Nomination, error)
	// Approve records an operator's approval and, when it is the last one that the wall requires,
	// turns the nomination into an entry. It returns ErrNominationNotFound, or ErrAlreadyApproved.
	Approve(ctx context.Context, nomination uuid.UUID, by Action) (onWall bool, err error)
	// Reject removes a nomination from the queue, or returns ErrNominationNotFound.
	Reject(ctx context.Context, nomination uuid.UUID, by Action) error
	// Blank removes the text of an entry, or the reason of a nomination that waits, or returns
	// ErrEntryNotFound.
	Blank(ctx context.Context, id uuid.UUID, by Action) error
	// OptOut removes everything about a name and blocks it, or returns ErrOptedOut.
	OptOut(ctx context.Context, handle string, by Action) error
	// OptIn deletes the opt-out of a name, or returns ErrNotOptedOut.
	OptIn(ctx context.Context, handle string, by Action) error
	// OpenComplaints returns up to n open complaints of the last release after an id, by id.
	OpenComplaints(ctx context.Context, after uuid.UUID, n int) ([]Complaint, error)
	// FinishImport closes a complaint, unless another network joined it meanwhile.
	FinishImport(ctx context.Context, c Complaint) error
	// Avatar returns the picture of an entry that visitors see, or ErrNoAvatar.
	Avatar(ctx context.Context, entry uuid.UUID) ([]byte, error)
	// Decisions returns up to n decisions after the cursor, newest first.
	Decisions(ctx context.Context, after page.TimeCursor, n int) ([]Decision, error)
}

// Service has the use cases of the walls.
type Service struct {
	store      Store
	wordFilter *wordfilter.Checker
	cases      Cases
	now        func() time.Time
}

// NewService returns the use cases on a store, with a checker of texts and the moderation service.
func NewService(store Store, words *wordfilter.Checker, cases Cases, now func() time.Time) *Service {
	return &Service{store, words, cases, now}
}

package wall

import (
	"context"

	"github.com/google/uuid"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/page"
	"mcwick.example/services/moderation/api/wordfilter"
)

// Store is the database as the use cases need it.
type Store interface {
	// Entries returns up to n entries of a wall after the cursor, newest first.
	Entries(ctx context.Context, of Wall, after page.TimeCursor, n int) ([]Entry, error)
	// Nominate stores a nomination, or counts a repeat of an open one, or does nothing for a name
	// that is on that wall or opted out. A repeat of the intent does nothing; with another input it
	// returns intent.ErrReused.
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
	// Withdraw removes an entry, or returns ErrEntryNotFound.
	Withdraw(ctx context.Context, entry uuid.UUID, by Action) error
	// OptOut removes everything about a name and blocks it, or returns ErrOptedOut.
	OptOut(ctx context.Context, handle string, by Action) error
	// OptIn deletes the opt-out of a name, or returns ErrNotOptedOut.
	OptIn(ctx context.Context, handle string, by Action) error
	// Report stores a report of an entry, or adds it to the open one, once per network; a device's
	// second report does nothing. The wall and the name are the entry's. It returns
	// ErrEntryNotFound when there is no such entry.
	Report(ctx context.Context, by Reporter, c Complaint) error
	// RequestTakedown stores a takedown request. A repeat of the intent does nothing; with another
	// input it returns intent.ErrReused.
	RequestTakedown(ctx context.Context, visitor string, as idempotency.Request, c Complaint) error
	// Complaints returns up to n open complaints after the cursor, newest first.
	Complaints(ctx context.Context, after page.TimeCursor, n int) ([]Complaint, error)
	// Settle closes a complaint, or returns ErrComplaintNotFound.
	Settle(ctx context.Context, complaint uuid.UUID, by Action) error
	// SettleLane closes up to MaxSettled open complaints from a lane alone, or returns
	// ErrComplaintNotFound.
	SettleLane(ctx context.Context, lane, note string) (SettledComplaints, error)
	// Avatar returns an entry's picture, or ErrNoAvatar.
	Avatar(ctx context.Context, entry uuid.UUID) ([]byte, error)
	// Decisions returns up to n decisions after the cursor, newest first.
	Decisions(ctx context.Context, after page.TimeCursor, n int) ([]Decision, error)
}

// Service has the use cases of the walls.
type Service struct {
	store      Store
	wordFilter *wordfilter.Checker
}

// NewService returns the use cases on a store, with a checker of texts.
func NewService(store Store, words *wordfilter.Checker) *Service { return &Service{store, words} }

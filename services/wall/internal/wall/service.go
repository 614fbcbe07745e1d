package wall

import (
	"context"

	"github.com/google/uuid"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/page"
	"mcwick.example/services/moderation/api/wordfilter"
)

// Store is what the use cases need of a database.
type Store interface {
	// Entries gives up to n entries of a wall behind the cursor, newest first.
	Entries(ctx context.Context, of Wall, after page.TimeCursor, n int) ([]Entry, error)
	// Nominate stores a nomination, or counts the one that waits, or does nothing for a name that is on that wall or opted out. A
	// repeat of the intent does nothing; idempotency.ErrKeyReused is the answer when it had another input.
	Nominate(ctx context.Context, visitor string, as idempotency.Request, n Nomination) error
	// Nominations gives up to n of those that wait behind the cursor, newest first; of both walls when none is named.
	Nominations(ctx context.Context, of Wall, after page.TimeCursor, n int) ([]Nomination, error)
	// Approve notes an operator's yes and, when it is the last one that the wall takes, makes the nomination an entry. It answers
	// ErrNominationNotFound, or ErrAlreadyApproved.
	Approve(ctx context.Context, nomination uuid.UUID, by Action) (onWall bool, err error)
	// Reject takes a nomination out of the queue, or answers ErrNominationNotFound.
	Reject(ctx context.Context, nomination uuid.UUID, by Action) error
	// Blank takes the text from an entry, or answers ErrEntryNotFound.
	Blank(ctx context.Context, entry uuid.UUID, by Action) error
	// Withdraw removes an entry, or answers ErrEntryNotFound.
	Withdraw(ctx context.Context, entry uuid.UUID, by Action) error
	// OptOut removes all that there is of a name and keeps it out, or answers ErrOptedOut.
	OptOut(ctx context.Context, handle string, by Action) error
	// OptIn forgets that a name opted out, or answers ErrNotOptedOut.
	OptIn(ctx context.Context, handle string, by Action) error
	// Report stores a report of an entry, or counts it with the one that waits, once for each network; the device's second one does
	// nothing. The wall and the name are the entry's. It is ErrEntryNotFound when there is no such entry.
	Report(ctx context.Context, by Reporter, c Complaint) error
	// RequestTakedown stores a request. A repeat of the intent does nothing; idempotency.ErrKeyReused is the answer when it had another input.
	RequestTakedown(ctx context.Context, visitor string, as idempotency.Request, c Complaint) error
	// Complaints gives up to n of those that nobody has settled behind the cursor, newest first.
	Complaints(ctx context.Context, after page.TimeCursor, n int) ([]Complaint, error)
	// Settle takes a complaint out of the queue, or answers ErrComplaintNotFound.
	Settle(ctx context.Context, complaint uuid.UUID, by Action) error
	// Avatar gives an entry's picture, or ErrNoAvatar.
	Avatar(ctx context.Context, entry uuid.UUID) ([]byte, error)
	// Decisions gives up to n acts of operators behind the cursor, newest first.
	Decisions(ctx context.Context, after page.TimeCursor, n int) ([]Decision, error)
}

// Service is the use cases of the walls.
type Service struct {
	store      Store
	wordFilter *wordfilter.Checker
}

// NewService makes the use cases on a store, for texts that pass the checker.
func NewService(store Store, words *wordfilter.Checker) *Service { return &Service{store, words} }

package generation

import (
	"context"
	"errors"

	"mcwick.example/platform/fault"
)

// Ledger records every paid call before it is made.
type Ledger interface {
	// HasReservation reports whether a job was accepted with money. While the database is away it is true,
	// for Begin decides.
	HasReservation(ctx context.Context, jobID string) bool
	// Begin commits a row for a call that is about to be sent, and raises the job's reservation if
	// what it has booked plus this model's maximum cost is more. It returns ErrBudget when the
	// budget lacks that money; ErrMaybePaid when the job has a call of the same model that reached
	// the provider, or may have, except for a script, whose calls are repeated anyway; ErrJobOver
	// when the job has ended, or another worker runs it. A call that fails to begin stays open only
	// while the database is away.
	Begin(ctx context.Context, c Call) (callID string, err error)
	// End records how the call ended and its cost in micro-dollars, also when ctx has ended.
	End(ctx context.Context, callID string, outcome Outcome, cost int64) error
	// CloseInherited takes over a job whose worker died: a call that it left open becomes unknown.
	// It returns how many calls the job has had, by model; calls of releases that recorded no model
	// count for first.
	CloseInherited(ctx context.Context, jobID string, attempt int, first string) (calls map[string]int, err error)
}

// Call is a paid call that is about to be made.
type Call struct {
	JobID   string
	Attempt int   // of the job: a worker whose lease has expired makes no call any more
	Model   Model // the called model
	Price   int64 // its maximum cost, in micro-dollars
	MaxCost int64 // the maximum cost of all remaining calls of this model, this one included
}

// Outcome is how a paid call ended.
type Outcome string

// The outcomes. An unknown call counts as paid.
const (
	OutcomeSettled Outcome = "settled" // responded; paid
	OutcomeFailed  Outcome = "failed"  // certainly not paid
	OutcomeUnknown Outcome = "unknown" // may have been paid
)

// Why a call is not made: it may have been paid before, or its job has ended and released its
// reservation.
var (
	ErrMaybePaid = errors.New("this job's call may have reached the provider")
	ErrJobOver   = errors.New("this job is over")
)

// payFor makes one call between two ledger entries; ask returns its cost.
func payFor[T any](
	ctx context.Context, l Ledger, c Call, call func() (answer T, cost int64, err error),
) (answer T, err error) {
	id, err := l.Begin(ctx, c)
	if err != nil {
		return answer, err // no call was made
	}
	answer, cost, callErr := call()
	if err := l.End(ctx, id, outcomeOf(callErr), cost); err != nil {
		return answer, errors.Join(err, callErr)
	}
	return answer, callErr
}

// CallError is a failed call: its fault, and whether it was paid.
type CallError struct {
	Fault   *fault.Error
	Outcome Outcome
}

func (e *CallError) Error() string { return e.Fault.Error() }

// Unwrap returns the fault.
func (e *CallError) Unwrap() error { return e.Fault }

// outcomeOf returns how a call ended. A call of unknown outcome may have been paid.
func outcomeOf(err error) Outcome {
	var failed *CallError
	switch {
	case err == nil:
		return OutcomeSettled
	case errors.As(err, &failed):
		return failed.Outcome
	}
	return OutcomeUnknown
}

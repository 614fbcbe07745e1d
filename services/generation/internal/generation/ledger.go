package generation

import (
	"context"
	"errors"

	"mcwick.example/platform/fault"
)

// Ledger is where every paid call is written down before it is made.
type Ledger interface {
	// Begin commits a row for a call that is about to be sent, and raises the job's reservation when
	// what it has booked and what this model may still cost is more. It is ErrBudget when that money
	// is not there; ErrMaybePaid when the job has a call of the same model that reached the provider,
	// or may have, but for a script, whose calls are repeated anyway; ErrJobOver when nobody waits for
	// the job any more, or another worker has it.
	Begin(ctx context.Context, c Call) (callID string, err error)
	// End writes down how the call ended and what it came to, in micro-dollars, also when ctx has ended.
	End(ctx context.Context, callID string, outcome Outcome, cost int64) error
	// Inherit takes over a job whose worker died: a call that one left open is unknown from now on. It gives how many calls the
	// job has had, by model; those of releases that wrote no model's name are those of first.
	CloseInherited(ctx context.Context, jobID string, attempt int, first string) (calls map[string]int, err error)
}

// Call is a paid call that is about to be made.
type Call struct {
	JobID   string
	Attempt int   // of the job: a worker that was taken for dead makes no call any more
	Model   Model // who is asked
	Price   int64 // what it costs at most, in micro-dollars
	MaxCost int64 // what all calls of this model that are still to come cost at most, this one included
}

// Outcome is how a paid call ended.
type Outcome string

// The outcomes. An unknown call counts as paid.
const (
	OutcomeSettled Outcome = "settled" // answered; paid
	OutcomeFailed  Outcome = "failed"  // surely not paid
	OutcomeUnknown Outcome = "unknown" // may have been paid
)

// Why a call is not made: it may have been paid once, or its job has ended and given its reservation back.
var (
	ErrMaybePaid = errors.New("this job's call may have reached the provider")
	ErrJobOver   = errors.New("this job is over")
)

// payFor makes one call between two ledger entries; ask tells what it came to.
func payFor[T any](ctx context.Context, l Ledger, c Call, ask func() (answer T, cost int64, err error)) (answer T, err error) {
	id, err := l.Begin(ctx, c)
	if err != nil {
		return answer, err // nothing was asked
	}
	answer, cost, askErr := ask()
	if err := l.End(ctx, id, outcomeOf(askErr), cost); err != nil {
		return answer, errors.Join(err, askErr)
	}
	return answer, askErr
}

// CallError is a failed call: why, and what that means for the money.
type CallError struct {
	Fault   *fault.Error
	Outcome Outcome
}

func (e *CallError) Error() string { return e.Fault.Error() }

// Unwrap returns the fault.
func (e *CallError) Unwrap() error { return e.Fault }

// outcomeOf is how a call ended. One of which nobody knows may have been paid.
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

package generation

import (
	"context"
	"errors"
	"time"
)

// Ledger is where every paid call is written down before it is made.
type Ledger interface {
	// Begin commits a row for a call that is about to be sent. It is ErrMaybePaid when the job has a call that reached
	// the provider, or may have; a script's calls are repeated all the same. It is ErrJobOver when nobody waits for it any more.
	Begin(ctx context.Context, c Call) (callID string, err error)
	// End writes down how the call ended and what it came to, in micro-dollars.
	End(ctx context.Context, callID string, outcome Outcome, cost int64) error
	// Inherit takes over a job whose worker died: a call that one left open is unknown from now on. It gives how many calls the
	// job has had.
	Inherit(ctx context.Context, jobID string) (calls int, err error)
}

// Call is a paid call that is about to be made.
type Call struct {
	JobID string
	Model string
	Price int64 // what it costs at most, in micro-dollars
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

// paid makes one call between two ledger entries; ask tells what it came to.
func paid[T any](ctx context.Context, l Ledger, c Call, ask func() (answer T, cost int64, err error)) (answer T, err error) {
	id, err := l.Begin(ctx, c)
	if err != nil {
		return answer, err // nothing was asked
	}
	answer, cost, askErr := ask()
	// The job's own time may be over; the ledger is written all the same.
	if err := l.End(context.WithoutCancel(ctx), id, outcome(askErr), cost); err != nil {
		return answer, errors.Join(err, askErr)
	}
	return answer, askErr
}

// outcome is what a provider's error means for the money: an answer that says no costs nothing, one that is not what was
// asked for was paid, silence may have been.
func outcome(err error) Outcome {
	is := func(faults ...error) bool {
		for _, f := range faults {
			if errors.Is(err, f) {
				return true
			}
		}
		return false
	}
	switch {
	case err == nil, is(ErrNoImage, ErrNotAnImage, ErrTooLarge, ErrNoContent, ErrNotSpeech, ErrSpeechTooLarge):
		return OutcomeSettled
	case is(ErrKey, ErrModel, ErrQuota, ErrProviderBusy, ErrRefused, ErrRejected, ErrUnreachable):
		return OutcomeFailed
	default:
		return OutcomeUnknown
	}
}

// A call is made at most so many times for a job, so far apart, within the job's own time.
const (
	attempts    = 3
	repeatAfter = time.Second
)

// untilTaken asks until the provider has taken the call, at most so many times.
func untilTaken[T any](ctx context.Context, ask func() (T, error)) (answer T, err error) {
	for attempt := range attempts {
		if attempt > 0 && !pause(ctx) {
			break
		}
		if answer, err = ask(); !errors.Is(err, ErrProviderBusy) && !errors.Is(err, ErrUnreachable) {
			break
		}
	}
	return answer, err
}

// pause waits before a call is made again; false when the job's time is over.
func pause(ctx context.Context) bool {
	select {
	case <-time.After(repeatAfter):
		return true
	case <-ctx.Done():
		return false
	}
}

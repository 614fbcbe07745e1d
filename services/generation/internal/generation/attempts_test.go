package generation

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
)

// callTime is how long the simulated provider takes to fail.
const callTime = 7 * time.Millisecond

// timedTexts is a provider that fails, and records when it was called.
type timedTexts struct {
	failure *fault.Error
	begun   time.Time
	at      []time.Duration
}

func (p *timedTexts) Write(context.Context, Conversation, string, func(string) error) (Completion, error) {
	p.at = append(p.at, time.Since(p.begun))
	time.Sleep(callTime)
	if p.failure == nil {
		return Completion{}, nil // an empty script, which breaks a rule
	}
	return Completion{}, &CallError{Fault: p.failure, Outcome: OutcomeFailed}
}

// secondApart are the beginnings of three attempts that are 1,000 ms apart.
var secondApart = []time.Duration{0, time.Second + callTime, 2 * (time.Second + callTime)}

// Failed calls and broken rules alike are 1,000 ms apart, by a simulated clock.
// Verifies SPEECH-5.
func TestScriptAttemptsAreOneSecondApart(t *testing.T) {
	for name, failure := range map[string]*fault.Error{"busy": ErrProviderBusy, "unreachable": ErrUnreachable,
		"a broken rule": nil} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				texts := &timedTexts{failure: failure, begun: time.Now()}
				model := ScriptModel{Model: Model{Name: "a/texts", Breaker: NewCircuitBreaker("a")}, Provider: texts}
				worker := NewScriptWorker(willingLedger{}, []ScriptModel{model})
				if _, err := worker.Write(t.Context(), jobs.Job{ID: "a job", Attempt: 1},
					Script{Text: "a house", Genre: GenreHorror}); err == nil {
					t.Error("it wrote")
				}
				if !slices.Equal(texts.at, secondApart) {
					t.Errorf("called at %v, want %v", texts.at, secondApart)
				}
			})
		})
	}
}

// A script is requested again only while there is time to read it; otherwise the last failure counts.
// Verifies REQ-15.
func TestScriptIsNotRetriedWithoutTime(t *testing.T) {
	for left, calls := range map[time.Duration]int{
		callTime + retryBackoff + minCallTime:                   2,
		callTime + retryBackoff + minCallTime - time.Nanosecond: 1,
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), left)
			defer cancel()
			texts := &timedTexts{failure: ErrProviderBusy, begun: time.Now()}
			model := ScriptModel{Model: Model{Name: "a/texts", Breaker: NewCircuitBreaker("a")}, Provider: texts}
			_, err := NewScriptWorker(willingLedger{}, []ScriptModel{model}).Write(ctx,
				jobs.Job{ID: "a job", Attempt: 1}, Script{Text: "a house", Genre: GenreHorror})
			if len(texts.at) != calls || fault.From(err).Reason != ErrProviderBusy.Reason {
				t.Errorf("with %v: %d calls, want %d, %v", left, len(texts.at), calls, err)
			}
		})
	}
}

// A model that is paused or whose breaker is open is not called, so the next one is at once.
// Verifies LIMIT-11.
func TestScriptDoesNotWaitForPausedModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		texts := &timedTexts{failure: ErrKey, begun: time.Now()}
		paused := ScriptModel{Model: Model{Name: "a/paused", Breaker: NewCircuitBreaker("a")}, Provider: texts}
		paused.Breaker.recordFailure(t.Context(), ErrProviderBusy.WithRetryAfter(maxRequestedPause))
		next := ScriptModel{Model: Model{Name: "a/next", Breaker: NewCircuitBreaker("b")}, Provider: texts}
		worker := NewScriptWorker(willingLedger{}, []ScriptModel{paused, next})
		if _, err := worker.Write(t.Context(), jobs.Job{ID: "a job", Attempt: 1},
			Script{Text: "a house", Genre: GenreHorror}); err == nil {
			t.Error("it wrote")
		}
		if want := []time.Duration{0}; !slices.Equal(texts.at, want) {
			t.Errorf("called at %v, want %v", texts.at, want)
		}
	})
}

// Verifies SPEECH-14.
func TestSpeechAttemptsAreOneSecondApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var at []time.Duration
		begun := time.Now()
		_, err := retryUntilAccepted(t.Context(), NewCircuitBreaker("a"), func() (struct{}, error) {
			at = append(at, time.Since(begun))
			time.Sleep(callTime)
			return struct{}{}, &CallError{Fault: ErrUnreachable, Outcome: OutcomeFailed}
		})
		if err == nil || !slices.Equal(at, secondApart) {
			t.Errorf("called at %v, want %v: %v", at, secondApart, err)
		}
	})
}

// A call that may have been paid is not made again: the ledger would refuse it, and its refusal hide the failure.
func TestPossiblyPaidCallIsNotRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		_, err := retryUntilAccepted(t.Context(), NewCircuitBreaker("a"), func() (struct{}, error) {
			if calls++; calls > 1 {
				return struct{}{}, ErrMaybePaid
			}
			return struct{}{}, &CallError{Fault: ErrProviderBusy, Outcome: OutcomeUnknown}
		})
		if calls != 1 || !errors.Is(err, ErrProviderBusy) {
			t.Errorf("%d calls: %v", calls, err)
		}
	})
}

package generation

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"mcwick.example/mascot/composer"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
)

// silentProvider never answers.
type silentProvider struct{}

func (silentProvider) Image(ctx context.Context, _, _ string) ([]byte, int64, error) {
	<-ctx.Done()
	return nil, 0, &CallError{Fault: ErrTimeout, Outcome: OutcomeUnknown}
}

// quickProvider answers at once.
type quickProvider struct{ failure error }

func (p quickProvider) Image(context.Context, string, string) ([]byte, int64, error) {
	return []byte("a picture"), 0, p.failure
}

// willingLedger admits every call.
type willingLedger struct{ Ledger }

func (willingLedger) HasReservation(context.Context, string) bool { return true }

func (willingLedger) Begin(context.Context, Call) (string, error) { return "a call", nil }

func (willingLedger) End(context.Context, string, Outcome, int64) error { return nil }

// poorLedger has no money for the job.
type poorLedger struct{ willingLedger }

func (poorLedger) HasReservation(context.Context, string) bool { return false }

// endedLedger answers as the database does when the time of the request is over.
type endedLedger struct{ willingLedger }

func (endedLedger) Begin(ctx context.Context, _ Call) (string, error) { return "", ctx.Err() }

// slowLedger needs until the time for calls is over to record how one ended.
type slowLedger struct{ willingLedger }

func (slowLedger) End(context.Context, string, Outcome, int64) error {
	time.Sleep(composerReserve / 2)
	return nil
}

// timedComposer records how much of the job's time is left when it begins to draw.
type timedComposer struct {
	Composer

	left time.Duration
}

func (c *timedComposer) DrawScene(ctx context.Context, _ composer.Scene) ([]byte, error) {
	deadline, _ := ctx.Deadline()
	c.left = time.Until(deadline)
	return []byte("a picture"), nil
}

type keptArtwork struct{ ArtworkStore }

func (keptArtwork) Store(_ context.Context, a Artwork) (Result, error) {
	return Result{Source: a.Source}, nil
}

// absentStore is a store that cannot be reached.
type absentStore struct{ ArtworkStore }

func (absentStore) Find(context.Context, string) (Result, bool, error) {
	return Result{}, false, fault.ErrUnavailable
}

// A job that is taken over while the store is away fails as one whose picture was not stored.
func TestJobTakenOverWithoutStoreIsNotStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		worker := NewPictureWorker(willingLedger{}, absentStore{}, nil, nil)
		_, err := worker.DrawMeme(ctx, jobs.Job{ID: "a job", Attempt: 2}, Meme{Action: "surfing"})
		if got := fault.From(err); got.Reason != ErrNotStored.Reason || got.Message != ErrNotStored.Message {
			t.Error(err)
		}
	})
}

// A provider that never answers leaves the composer its time. The time is simulated: how fast this
// machine draws is no part of it.
// Verifies LIMIT-8.
func TestComposerHasTimeAfterSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 12*time.Second)
		defer cancel()
		drawing := &timedComposer{}
		silent := PictureModel{Model: Model{Name: "a/silent", Breaker: NewCircuitBreaker("a")}, Provider: silentProvider{}}
		worker := NewPictureWorker(willingLedger{}, keptArtwork{}, []PictureModel{silent}, drawing)
		got, err := worker.DrawMeme(ctx, jobs.Job{ID: "a job", Attempt: 1}, Meme{Action: "surfing", Scene: "a storm",
			Style: "Anime"})
		if err != nil || got.Source != SourceComposer || drawing.left != composerReserve {
			t.Errorf("got %+v, %v with %v left, want the composer's with %v", got, err, drawing.left, composerReserve)
		}
	})
}

// A prompt that was refused is not drawn, also when the time for calls is over meanwhile.
// Verifies LIMIT-8.
func TestRefusedPromptIsNotComposed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), composerReserve+time.Second)
		defer cancel()
		model := PictureModel{Model: Model{Name: "a/model", Breaker: NewCircuitBreaker("a")},
			Provider: quickProvider{&CallError{Fault: ErrRefused, Outcome: OutcomeFailed}}}
		worker := NewPictureWorker(slowLedger{}, keptArtwork{}, []PictureModel{model}, &timedComposer{})
		got, err := worker.DrawMeme(ctx, jobs.Job{ID: "a job", Attempt: 1}, Meme{Action: "surfing"})
		if !errors.Is(err, ErrRefused) {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

// A job that was accepted without money has the models that cost none: it does not wait for the pause of another.
// Verifies LIMIT-8.
func TestUnpaidJobDoesNotWaitForPaidModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), composerReserve+time.Second)
		defer cancel()
		paused := PictureModel{Model: Model{Name: "a/paid", Breaker: NewCircuitBreaker("a")}, Provider: silentProvider{},
			Picture: 1}
		paused.Breaker.recordFailure(t.Context(), ErrProviderBusy.WithRetryAfter(maxPause))
		free := PictureModel{Model: Model{Name: "a/free", Source: SourceAI, Breaker: NewCircuitBreaker("a")},
			Provider: quickProvider{}}
		for want, chain := range map[Source][]PictureModel{SourceComposer: {paused}, SourceAI: {paused, free}} {
			worker := NewPictureWorker(poorLedger{}, keptArtwork{}, chain, &timedComposer{})
			got, err := worker.DrawMeme(ctx, jobs.Job{ID: "a job", Attempt: 1}, Meme{Action: "surfing"})
			if waited := time.Since(begun); err != nil || got.Source != want || waited > 0 {
				t.Errorf("got %+v, %v after %v, want it by %s", got, err, waited, want)
			}
		}
	})
}

// With less time than is reserved for the composer, it draws.
// Verifies LIMIT-8.
func TestComposerDrawsInShortTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), composerReserve-time.Second)
		defer cancel()
		model := PictureModel{Model: Model{Name: "a/model", Breaker: NewCircuitBreaker("a")}, Provider: silentProvider{}}
		worker := NewPictureWorker(endedLedger{}, keptArtwork{}, []PictureModel{model}, &timedComposer{})
		got, err := worker.DrawMeme(ctx, jobs.Job{ID: "a job", Attempt: 1}, Meme{Action: "surfing"})
		if err != nil || got.Source != SourceComposer {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

package generation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"mcwick.example/platform/jobs"
)

// Provider draws pictures for money. Its errors are the faults of this package.
type Provider interface {
	// Image draws the prompt, 1024 by 1024. visitor is opaque and only tells visitors apart.
	Image(ctx context.Context, prompt, visitor string) ([]byte, error)
}

// Ledger is where every paid call is written down before it is made.
type Ledger interface {
	// Begin commits a row for a call that is about to be sent. It is ErrMaybePaid when the job has a
	// call that reached the provider, or may have.
	Begin(ctx context.Context, jobID string, price int64) (callID string, err error)
	// End writes down how the call ended.
	End(ctx context.Context, callID string, outcome Outcome) error
}

// Outcome is how a paid call ended.
type Outcome string

// The outcomes. An unknown call counts as paid.
const (
	OutcomeSettled Outcome = "settled" // answered; paid
	OutcomeFailed  Outcome = "failed"  // surely not paid
	OutcomeUnknown Outcome = "unknown" // may have been paid
)

// ErrMaybePaid stops a job from asking twice for what may have been paid once.
var ErrMaybePaid = errors.New("this job's call may have reached the provider")

// ArtworkStore keeps the pictures.
type ArtworkStore interface {
	// Find gives the name of what a job stored before; ok is false when it stored nothing.
	Find(ctx context.Context, jobID string) (objectName string, ok bool, err error)
	Store(ctx context.Context, a Artwork) (objectName string, err error)
}

// Artwork is a picture that a job made.
type Artwork struct {
	JobID   string // becomes the artwork's id, so that storing it twice is storing it once
	Visitor string
	Image   []byte
	Type    string // what it will be shown as: meme or pfp
	Prompt  string // as it is kept beside the picture
	Action  string
	Scene   string
	Style   string
	Traits  map[string]string // of a PFP: option id by category
	Seed    int32             // of a PFP
}

// Result is what a succeeded picture job leaves.
type Result struct {
	ArtworkID  string `json:"artworkId"`
	ObjectName string `json:"objectName"`
}

// Artist does the picture jobs.
type Artist struct {
	ledger   Ledger
	provider Provider
	store    ArtworkStore
	price    int64 // of one picture, in micro-dollars
}

// NewArtist makes the worker's side of the service; price is what one picture costs, in micro-dollars.
func NewArtist(l Ledger, p Provider, s ArtworkStore, price int64) *Artist {
	return &Artist{l, p, s, price}
}

// DrawMeme does a job of KindMeme.
func (a *Artist) DrawMeme(ctx context.Context, job jobs.Job) (any, error) {
	return fulfil[Meme](ctx, a, job)
}

// DrawPFP does a job of KindPFP.
func (a *Artist) DrawPFP(ctx context.Context, job jobs.Job) (any, error) {
	return fulfil[PFP](ctx, a, job)
}

// fulfil has the picture drawn and stored. The provider takes at most one call of a job: a worker
// that follows one which died after asking takes what that one stored, or else fails the job, and the
// visitor decides.
func fulfil[W Wish](ctx context.Context, a *Artist, job jobs.Job) (any, error) {
	var wish W
	if err := json.Unmarshal(job.Input, &wish); err != nil {
		return nil, fmt.Errorf("read job input: %w", err)
	}
	if job.Attempt > 1 {
		if name, ok, err := a.store.Find(ctx, job.ID); ok || err != nil {
			return Result{ArtworkID: job.ID, ObjectName: name}, err
		}
	}
	image, err := a.draw(ctx, job, wish.Prompt())
	if err != nil {
		return nil, err
	}
	artwork := wish.Artwork()
	artwork.JobID, artwork.Visitor, artwork.Image = job.ID, job.Visitor, image
	name, err := a.store.Store(ctx, artwork)
	if err != nil {
		return nil, fmt.Errorf("store artwork: %w", err)
	}
	return Result{ArtworkID: job.ID, ObjectName: name}, nil
}

// A call that the provider surely did not take is repeated, within the job's own time.
const (
	attempts    = 3
	repeatAfter = time.Second
)

// draw asks until the provider has taken the call, at most so many times.
func (a *Artist) draw(ctx context.Context, job jobs.Job, prompt string) (image []byte, err error) {
	for attempt := range attempts {
		if attempt > 0 {
			select {
			case <-time.After(repeatAfter):
			case <-ctx.Done():
				return nil, err
			}
		}
		if image, err = a.ask(ctx, job, prompt); !errors.Is(err, ErrProviderBusy) && !errors.Is(err, ErrUnreachable) {
			break
		}
	}
	return image, err
}

// ask makes one call between two ledger entries.
func (a *Artist) ask(ctx context.Context, job jobs.Job, prompt string) ([]byte, error) {
	call, err := a.ledger.Begin(ctx, job.ID, a.price)
	if err != nil {
		return nil, ErrImage.With(err) // nothing was asked
	}
	image, drawErr := a.provider.Image(ctx, prompt, job.Visitor)
	// The job's own time may be over; the ledger is written all the same.
	if err := a.ledger.End(context.WithoutCancel(ctx), call, outcome(drawErr)); err != nil {
		return nil, errors.Join(drawErr, ErrImage.With(err))
	}
	return image, drawErr
}

// outcome is what a provider's error means for the money: an answer that says no costs nothing, an
// answer without a picture was paid, silence may have been.
func outcome(err error) Outcome {
	switch {
	case err == nil, errors.Is(err, ErrNoImage), errors.Is(err, ErrNotAnImage), errors.Is(err, ErrTooLarge):
		return OutcomeSettled
	case errors.Is(err, ErrKey), errors.Is(err, ErrQuota), errors.Is(err, ErrProviderBusy), errors.Is(err, ErrRefused), errors.Is(err, ErrRejected), errors.Is(err, ErrUnreachable):
		return OutcomeFailed
	default:
		return OutcomeUnknown
	}
}

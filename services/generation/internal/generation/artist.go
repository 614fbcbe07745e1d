package generation

import (
	"context"
	"encoding/json"
	"fmt"

	"mcwick.example/platform/jobs"
)

// Painter draws pictures for money. Its errors are the faults of this package.
type Painter interface {
	// Image draws the prompt, 1024 by 1024. visitor is opaque and only tells visitors apart.
	Image(ctx context.Context, prompt, visitor string) ([]byte, error)
}

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
	ledger  Ledger
	painter Painter
	store   ArtworkStore
	tariff  Tariff
}

// NewArtist makes the worker's side of pictures.
func NewArtist(l Ledger, p Painter, s ArtworkStore, t Tariff) *Artist {
	return &Artist{l, p, s, t}
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
func fulfil[P Picture](ctx context.Context, a *Artist, job jobs.Job) (any, error) {
	var wish P
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

// draw asks for the picture, again only when the call was surely not taken.
func (a *Artist) draw(ctx context.Context, job jobs.Job, prompt string) ([]byte, error) {
	call := Call{JobID: job.ID, Model: a.tariff.ImageModel, Price: a.tariff.picture(prompt)}
	return untilTaken(ctx, func() ([]byte, error) {
		image, err := paid(ctx, a.ledger, call, func() ([]byte, int64, error) {
			image, err := a.painter.Image(ctx, prompt, job.Visitor)
			return image, call.Price, err
		})
		return image, worded(err, ErrImage, ErrKey, ErrNetwork, ErrUnreachable, ErrTimeout, ErrNoImage, ErrNotAnImage, ErrTooLarge)
	})
}

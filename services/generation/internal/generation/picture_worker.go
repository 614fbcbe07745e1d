package generation

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
)

// ImageProvider draws pictures for money. Its errors are the faults of this package.
type ImageProvider interface {
	// Image draws the prompt, 1024 by 1024. visitor is opaque and only tells visitors apart.
	Image(ctx context.Context, prompt, visitor string) ([]byte, error)
}

// ArtworkStore keeps the pictures.
type ArtworkStore interface {
	// Find returns what a job stored before; ok is false when it stored nothing.
	Find(ctx context.Context, jobID string) (r Result, ok bool, err error)
	// Store keeps a picture, and returns the one that is kept: another worker of the job may have been
	// first.
	Store(ctx context.Context, a Artwork) (Result, error)
}

// Artwork is a picture that a job made.
type Artwork struct {
	JobID     string // becomes the artwork's id, so that storing it twice is storing it once
	Visitor   string
	Image     []byte
	Source    Source
	Generator string // the model's name, or the composer's
	Type      string // what it will be shown as: meme or pfp
	Prompt    string // as it is kept beside the picture
	Action    string
	Scene     string
	Style     string
	Traits    map[string]string // of a PFP: option id by category
	Seed      int32             // of a PFP
}

// Result is what a succeeded picture job leaves.
type Result struct {
	ArtworkID  string `json:"artworkId"`
	ObjectName string `json:"objectName"`
	Source     Source `json:"source,omitempty"`    // none of jobs of older releases
	Generator  string `json:"generator,omitempty"` // the model's name, or the composer's; none of jobs of older releases
}

// PictureWorker does the picture jobs.
type PictureWorker struct {
	ledger           Ledger
	store            ArtworkStore
	chain            []PictureModel
	composer         Composer // nil: it is switched off
	composedPictures metric.Int64Counter
}

// NewPictureWorker makes the worker's side of pictures. With a composer, which may be nil, a picture is drawn also when no model draws it.
func NewPictureWorker(l Ledger, s ArtworkStore, chain []PictureModel, c Composer) *PictureWorker {
	// Only a name that is none makes an error.
	composed, _ := otel.Meter("mcwick/generation").Int64Counter("mcwick.composer.pictures",
		metric.WithDescription("Pictures that the composer drew because no AI model did, by why."))
	return &PictureWorker{l, s, chain, c, composed}
}

// DrawMeme does a job of KindMeme.
func (a *PictureWorker) DrawMeme(ctx context.Context, job jobs.Job, wish Meme) (Result, error) {
	return a.makePicture(ctx, job, wish)
}

// DrawPFP does a job of KindPFP.
func (a *PictureWorker) DrawPFP(ctx context.Context, job jobs.Job, wish PFP) (Result, error) {
	return a.makePicture(ctx, job, wish)
}

// makePicture has the picture drawn and stored. A model takes at most one call of a job: a worker that follows one which died takes what that
// one stored, and else asks only the models that it did not ask.
func (a *PictureWorker) makePicture(ctx context.Context, job jobs.Job, wish Picture) (Result, error) {
	if job.Attempt > 1 {
		if stored, ok, err := findStored(ctx, func() (Result, bool, error) { return a.store.Find(ctx, job.ID) }); ok || err != nil {
			return stored, err
		}
		if err := a.closeInheritedCalls(ctx, job); err != nil {
			return Result{}, ErrImage.WithCause(err)
		}
	}
	artwork, err := a.drawPicture(ctx, job, wish)
	if err != nil {
		return Result{}, withMessage(err, ErrImage, ErrKey, ErrNetwork, ErrUnreachable, ErrTimeout, ErrNoImage, ErrNotAnImage, ErrTooLarge)
	}
	stored, err := storeWithRetry(ctx, func() (Result, error) { return a.store.Store(ctx, artwork) })
	if err != nil {
		return Result{}, fmt.Errorf("store artwork: %w", err)
	}
	return stored, nil
}

// closeInheritedCalls closes the calls that a dead worker left open.
func (a *PictureWorker) closeInheritedCalls(ctx context.Context, job jobs.Job) error {
	if len(a.chain) == 0 {
		return nil
	}
	_, err := a.ledger.CloseInherited(ctx, job.ID, job.Attempt, a.chain[0].Name)
	return err
}

// drawPicture has one of the models make the picture, and the composer when none does.
func (a *PictureWorker) drawPicture(ctx context.Context, job jobs.Job, wish Picture) (Artwork, error) {
	artwork := wish.Artwork()
	artwork.JobID, artwork.Visitor = job.ID, job.Visitor
	asking := ctx
	if a.composer != nil {
		var cancel context.CancelFunc
		asking, cancel = withComposerReserve(ctx)
		defer cancel()
	}
	image, by, err := tryModels(asking, a.chain, func(m PictureModel) ([]byte, error) { return a.callModel(asking, job, m, wish.Prompt()) })
	if err == nil {
		artwork.Image, artwork.Source, artwork.Generator = image, by.Source, by.ID
		return artwork, nil
	}
	if a.composer == nil || !isOutage(err) || ctx.Err() != nil {
		return artwork, err
	}
	why := fault.From(withMessage(err, ErrImage)).Reason
	trace.SpanFromContext(ctx).AddEvent("composer draws", trace.WithAttributes(attribute.String("fault.reason", why)))
	artwork.Image, err = wish.Draw(ctx, a.composer, variationOf(job.ID))
	if err != nil {
		return artwork, ErrImage.WithCause(err)
	}
	a.composedPictures.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", why)))
	artwork.Source, artwork.Generator = SourceComposer, composerName
	return artwork, nil
}

// callModel asks one model for the picture, again only when the call was surely not taken.
func (a *PictureWorker) callModel(ctx context.Context, job jobs.Job, m PictureModel, prompt string) ([]byte, error) {
	price := m.price(prompt)
	call := Call{JobID: job.ID, Attempt: job.Attempt, Model: m.Model, Price: price, MaxCost: price}
	return retryUntilAccepted(ctx, m.Breaker, func() ([]byte, error) {
		return payFor(ctx, a.ledger, call, func() ([]byte, int64, error) {
			image, err := m.Provider.Image(ctx, prompt, job.Visitor)
			return image, price, err
		})
	})
}

// maxCostOf is what a picture costs at most.
func maxCostOf(p Picture, of Models) int64 {
	prompt := p.Prompt()
	return maxPrice(of.Picture, func(m PictureModel) int64 { return m.price(prompt) })
}

// isFree reports whether a model draws a picture for nothing.
func isFree(p Picture, of Models) bool {
	prompt := p.Prompt()
	return hasFreeModel(of.Picture, func(m PictureModel) int64 { return m.price(prompt) })
}
